// Finds the app that is calling: by the header, or by the token that comes with changes.
import { appOfToken, type KnownApp, noteUse } from '../../accounts/app-passwords.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Parameters } from '../parameters.ts';
import type { Call } from '../routing.ts';
import type { ReaderHouse } from './handler.ts';

/** Cookies do not count here, so no page can forge a call: a valid header is enough without T. Throws Refusal `unauthenticated`. */
export async function requireApp(
  { accounts }: Pick<ReaderHouse, 'accounts'>,
  call: Call,
  { parameters, asked }: { parameters: Parameters; asked: string },
): Promise<KnownApp> {
  const app =
    (await appOfHeader(accounts, call)) ?? (await appOfParameter(accounts, parameters.one('T') ?? ''));
  if (!app) throw new Refusal('unauthenticated', 'Cannot answer: sign in with an app password first');
  const agent = call.request.headers.get('User-Agent') ?? undefined;
  noteUse(accounts, app, { asked: `Google Reader: ${asked}`, agent });
  return app;
}

/** The token of `Authorization: GoogleLogin auth=…`, or of Bearer. */
export function headerToken(call: Call): string | undefined {
  const header = call.request.headers.get('Authorization') ?? '';
  return /^(?:GoogleLogin +auth=|Bearer +)"?([^\s",]+)/i.exec(header)?.[1];
}

async function appOfHeader(accounts: ReaderHouse['accounts'], call: Call): Promise<KnownApp | undefined> {
  const token = headerToken(call);
  return token === undefined ? undefined : appOfToken(accounts, token, 'reader');
}

/** Liferea sends its sign-in token as T; other apps send their action token. */
async function appOfParameter(
  accounts: ReaderHouse['accounts'],
  token: string,
): Promise<KnownApp | undefined> {
  if (token === '') return undefined;
  return (
    (await appOfToken(accounts, token, 'reader-action')) ?? (await appOfToken(accounts, token, 'reader'))
  );
}
