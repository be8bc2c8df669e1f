// Reads what hubs send, and no more at a time than memory bears.
import { expectedBytes, readBytes } from '../body.ts';
import type { Call } from '../routing.ts';

/** Feeds with years of posts come to a few megabytes; no hub sends more, but somebody may try. */
const MAX_PUSH_BYTES = 5 * 1024 * 1024;
/** Bodies that come at the same time. Whoever knows one callback can open hundreds of connections and send slowly, so one has no more than a fifth. */
const MAX_READING_BYTES = 20 * MAX_PUSH_BYTES;
const MAX_BYTES_OF_ONE = MAX_READING_BYTES / 5;

/** Undefined: too much is being read already, of all or of this callback. */
export type BodyReader = (callback: string, request: Call['request']) => Promise<Uint8Array | undefined>;

export function openBodyReader(): BodyReader {
  let reading = 0;
  const byCallback = new Map<string, number>();
  const count = (callback: string, bytes: number): void => {
    reading += bytes;
    const own = (byCallback.get(callback) ?? 0) + bytes;
    if (own > 0) byCallback.set(callback, own);
    else byCallback.delete(callback);
  };
  return async (callback, request) => {
    const bytes = expectedBytes(request, MAX_PUSH_BYTES);
    const own = byCallback.get(callback) ?? 0;
    if (reading + bytes > MAX_READING_BYTES || own + bytes > MAX_BYTES_OF_ONE) return undefined;
    count(callback, bytes);
    try {
      return await readBytes(request, { maxBytes: MAX_PUSH_BYTES, action: 'take the push' });
    } finally {
      count(callback, -bytes);
    }
  };
}
