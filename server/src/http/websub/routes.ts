// The door for hubs (WebSub): they check that we meant our request, and deliver what is new.
import type { Crawler, HubVerdict, Push, PushVerdict } from '../../crawler/crawler.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Call, Door } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';
import { type BodyReader, openBodyReader } from './body-reader.ts';

/** When a hub may try again while we cannot take what it delivers. */
const RETRY_AFTER_SECONDS = 60;

type HubDesk = Pick<Crawler, 'verifyHub' | 'expectsPush' | 'deliver'>;

/** Opens the door. The path that a hub calls is a secret between it and us. */
export function openWebsubDoor(desk: HubDesk): Door {
  const read = openBodyReader();
  return {
    name: 'websub',
    crossOrigin: false,
    owns: (path) => path.startsWith('/websub/'),
    refuse: ({ code, message }) =>
      plain(code === 'too-large' ? 413 : code === 'wrong-method' ? 405 : 404, message),
    fail: () => away(),
    routes: [
      { method: 'GET', path: '/websub/:callback', handle: (call) => verify(desk, call) },
      { method: 'POST', path: '/websub/:callback', handle: (call) => take(desk, read, call) },
    ],
  };
}

/** WebSub §5.3: the challenge and nothing else, or 404. */
async function verify(desk: HubDesk, { url, params }: Call): Promise<Response> {
  const said = (name: string): string => url.searchParams.get(`hub.${name}`) ?? '';
  const mode = said('mode');
  const challenge = said('challenge');
  if (challenge === '' && mode !== 'denied') return notHere();
  const verdict: HubVerdict = await desk.verifyHub({
    callback: params.callback ?? '',
    mode,
    topic: said('topic'),
    leaseSeconds: secondsIn(said('lease_seconds')),
  });
  if (verdict === 'away') return away();
  return verdict === 'agreed' ? plain(200, challenge) : notHere();
}

/** WebSub §7: the sender gets an answer at once, and learns nothing about what becomes of the push. */
async function take(desk: HubDesk, read: BodyReader, { request, params }: Call): Promise<Response> {
  const callback = params.callback ?? '';
  const expected = await desk.expectsPush(callback);
  if (expected !== 'taken') return answerOf(expected);
  const { headers } = request;
  try {
    const body = await read(callback, request);
    if (!body) return away();
    const verdict = await desk.deliver({
      callback,
      body,
      contentType: headers.get('Content-Type') ?? undefined,
      signature: headers.get('X-Hub-Signature') ?? undefined,
    });
    return answerOf(verdict);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-large') await desk.deliver(unread(callback));
    throw error;
  }
}

/** Something is new, but nobody can tell what, nor whether the hub says so. */
function unread(callback: string): Push {
  return { callback, body: new Uint8Array(), contentType: undefined, signature: undefined };
}

function answerOf(verdict: PushVerdict): Response {
  switch (verdict) {
    case 'taken':
      return new WholeResponse(null, { status: 204 });
    case 'ended':
      return plain(410, 'This is over');
    case 'unknown':
      return notHere();
    case 'away':
      return away();
  }
}

function secondsIn(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function notHere(): Response {
  return plain(404, 'Nobody asked for this');
}

function away(): Response {
  const response = plain(503, 'Nobody can take this just now');
  response.headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  return response;
}

function plain(status: number, text: string): Response {
  return new WholeResponse(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
