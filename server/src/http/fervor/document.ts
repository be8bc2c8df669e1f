// Reads a body that is a document of its own, not a form.
import { Refusal } from '../../model/refusal.ts';
import { readBytes } from '../body.ts';
import { mediaType } from '../form.ts';
import type { Call } from '../routing.ts';

/** The bytes of a body of one of `types`; a body without a type may be any of them. Throws Refusal `wrong-media-type`, `too-large`. */
export async function readDocument(
  call: Call,
  { action, types, maxBytes }: { action: string; types: readonly string[]; maxBytes: number },
): Promise<Buffer> {
  const type = mediaType(call.request);
  if (type !== undefined && !types.includes(type)) {
    throw new Refusal(
      'wrong-media-type',
      `Cannot ${action}: the body is ${type}, must be one of ${types.join(', ')}`,
    );
  }
  return readBytes(call.request, { maxBytes, action });
}
