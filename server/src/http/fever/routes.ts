// The door of Fever: one address with several names, and everything that a call asks for in one answer. See README.md.
import { appOfFeverKey, noteUse } from '../../accounts/app-passwords.ts';
import { libraryFor } from '../../library/library.ts';
import { lastRefresh } from '../../library/streams.ts';
import { Refusal } from '../../model/refusal.ts';
import { inPieces } from '../in-pieces.ts';
import { packedWhole } from '../packed.ts';
import { readParameters } from '../parameters.ts';
import type { Call, Door, Tongue } from '../routing.ts';
import type { FeverCall, FeverHouse, Part } from './handler.ts';
import * as lists from './lists.ts';
import { mark, unreadRecentlyRead } from './marks.ts';
import { answer, headers, seconds, writeAnswer } from './present.ts';

const API_VERSION = 3;

const paths = [
  '/fever',
  '/fever.php',
  '/fever/fever',
  '/fever/fever.php',
  '/api/fever.php',
  '/api/fever',
] as const;

/** Parts by the parameter that asks for them, in the order of execution: marks come first, so that the lists reflect them. */
const parts: readonly [selector: string, part: Part][] = [
  ['mark', mark],
  ['unread_recently_read', unreadRecentlyRead],
  ['groups', lists.groups],
  ['feeds', lists.feeds],
  ['favicons', lists.favicons],
  ['items', lists.items],
  ['links', lists.links],
  ['unread_item_ids', lists.unreadIds],
  ['saved_item_ids', lists.savedIds],
];

const statuses: Partial<Record<Refusal['code'], number>> = {
  'too-large': 413,
  'wrong-media-type': 415,
  'wrong-method': 405,
};

export const feverTongue: Tongue = {
  name: 'fever',
  crossOrigin: true,
  owns: (path) => isOurs(listedAs(path)),
  refuse: ({ code }) => notKnown(statuses[code] ?? 400),
  fail: (_call, fault) => notKnown(fault === 'broken' ? 500 : 503),
};

/** Opens the door. */
export function openFeverDoor(house: FeverHouse): Door {
  const handle = (call: Call): Promise<Response> => respond(house, call);
  return {
    ...feverTongue,
    listedAs,
    // Apps use GET and POST interchangeably.
    routes: paths.flatMap((path) => [
      { method: 'GET', path, handle } as const,
      { method: 'POST', path, handle } as const,
    ]),
  };
}

function isOurs(path: string): boolean {
  return paths.some((each) => path === each || path === `${each}/`);
}

/** Doubled slashes count as one: the person typed one at the end of the address, and the app added another. */
function listedAs(path: string): string {
  const single = path.replace(/\/{2,}/g, '/');
  return isOurs(single) ? single : path;
}

async function respond(house: FeverHouse, call: Call): Promise<Response> {
  const { accounts } = house;
  const parameters = await readParameters(call, 'answer');
  const shown = { key: parameters.one('api_key') ?? '', address: call.address };
  const app = await appOfFeverKey(accounts, shown);
  // The protocol reports failure in the body only, with nothing else.
  if (!app) return notKnown();
  try {
    return await respondTo(house, call, { parameters, app });
  } catch (error) {
    // If the account has gone meanwhile, nothing can be written for it: that is no fault of ours.
    if (error instanceof Refusal || (await appOfFeverKey(accounts, shown))) throw error;
    return notKnown();
  }
}

async function respondTo(
  { library, accounts }: FeverHouse,
  call: Call,
  { parameters, app }: Pick<FeverCall, 'parameters' | 'app'>,
): Promise<Response> {
  const asked = parts.filter(([selector]) => parameters.has(selector));
  const agent = call.request.headers.get('User-Agent') ?? undefined;
  const names = asked.map(([selector]) => selector).join(', ');
  noteUse(accounts, app, { asked: names === '' ? 'Fever' : `Fever: ${names}`, agent });
  const { name, userId } = app;
  const acting = libraryFor(library, { doer: { kind: 'app-password', name }, userId });
  const body: object = { api_version: API_VERSION, auth: 1 };
  for (const [, part] of asked) {
    Object.assign(body, await part({ accounts, library: acting }, { parameters, app, userId }));
  }
  const refreshedAt = await lastRefresh(library, userId);
  const pieces = writeAnswer({ ...body, last_refreshed_on_time: seconds(refreshedAt ?? 0) });
  return packedWhole(call, await inPieces(call, pieces, { headers }));
}

function notKnown(status = 200): Response {
  return answer({ api_version: API_VERSION, auth: 0 }, status);
}
