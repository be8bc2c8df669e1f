// The Retry-After header, which says when to try again.
import type { Refusal } from '../model/refusal.ts';

/** Says when trying again is worthwhile, if the refusal knows. */
export function withRetry(response: Response, { retryAfterMs }: Refusal): Response {
  if (retryAfterMs !== undefined) response.headers.set('Retry-After', inSeconds(retryAfterMs));
  return response;
}

/** Whole seconds, at least one: retrying at once would be too early. */
export function inSeconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)));
}
