// Answers that are still true: 304 to whoever has them, and the same bytes again to whoever has not.
import { etagOf, isKnown } from '../etag.ts';
import { WholeResponse } from '../whole-response.ts';
import type { FervorHouse, UserCall } from './handler.ts';

/**
 * Answers a GET whose answer only a change of the user's things can make another, as the items are: everything that they show
 * is told in the sequence of changes.
 */
export async function unlessChanged(
  { instance, recent }: FervorHouse,
  call: UserCall,
  answer: () => Promise<WholeResponse>,
): Promise<Response> {
  // The standing was read before the answer is made: what comes in between makes a new tag for what is new already, and never an old one.
  const { pathname, search } = call.url;
  const wishes = call.request.headers.get('Prefer') ?? '';
  const etag = etagOf(
    call.standing,
    [call.userId, pathname, search, wishes, instance.implementationVersion, instance.url].join(' '),
  );
  // Not for caches, which keep nothing of one person: for apps that remember what they were told.
  const fresh = { 'Cache-Control': 'private, no-store', ETag: etag };
  const { goodUntil } = call;
  if (isKnown(call.request, etag)) return new WholeResponse(null, { status: 304, headers: fresh, goodUntil });
  const known = recent.find(etag);
  if (known) return new WholeResponse(known.whole, { ...known, goodUntil });
  const made = await answer();
  made.headers.set('ETag', etag);
  recent.keep(etag, made.clone());
  made.goodUntil = goodUntil;
  return made;
}
