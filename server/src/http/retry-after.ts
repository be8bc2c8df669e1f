// The header that says when to come again.
import type { Refusal } from '../model/refusal.ts';

/** Says when it is worth trying again what was refused, where the refusal knows. */
export function withRetry(response: Response, { retryAfterMs }: Refusal): Response {
  if (retryAfterMs !== undefined) response.headers.set('Retry-After', inSeconds(retryAfterMs));
  return response;
}

/** Whole seconds, and never none: who comes at once comes too early. */
export function inSeconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)));
}
