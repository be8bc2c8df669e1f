// Answers that are still valid: 304 to clients that have them, and the same bytes again to the others.
import { etagOf, isAnyKnown, isKnown } from '../etag.ts';
import { WholeResponse } from '../whole-response.ts';
import type { FervorHouse, UserCall } from './handler.ts';

/**
 * Answers a GET whose answer only changes with the user's own data, as lists of items do: everything that they show is covered by the
 * sequence of changes.
 */
export async function unlessChanged(
  { instance, recent }: FervorHouse,
  call: UserCall,
  answer: () => Promise<Response>,
): Promise<Response> {
  // The standing is read before the answer is made: a change in between is sent again under a new tag; old content never gets one.
  const { pathname, search } = call.url;
  const wishes = call.request.headers.get('Prefer') ?? '';
  const etag = etagOf(
    call.standing,
    [call.userId, pathname, search, wishes, instance.implementationVersion, instance.url].join(' '),
  );
  // Not for caches, which must not keep one person's data, but for apps that remember answers themselves.
  const fresh = { 'Cache-Control': 'private, no-store', ETag: etag };
  const { goodUntil } = call;
  if (isKnown(call.request, etag)) {
    // Refused where there is nothing to have.
    if (isAnyKnown(call.request)) await (await answer()).body?.cancel();
    return new WholeResponse(null, { status: 304, headers: fresh, goodUntil });
  }
  const known = recent.find(etag);
  if (known) return new WholeResponse(known.whole, { ...known, goodUntil });
  const made = await answer();
  made.headers.set('ETag', etag);
  // What is sent as it is made is not at hand again.
  if (!(made instanceof WholeResponse)) return made;
  recent.keep(etag, made);
  made.goodUntil = goodUntil;
  return made;
}
