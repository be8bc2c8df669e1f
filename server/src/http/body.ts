// Reads the body of a request, up to a limit.
import { Refusal } from '../model/refusal.ts';
import type { Asked } from './asked.ts';

interface BodyOptions {
  maxBytes: number;
  action: string;
}

/** The body as text (UTF-8). Throws Refusal `too-large` as soon as it exceeds `maxBytes`; `action` follows "Cannot". */
export async function readBody(request: Asked, options: BodyOptions): Promise<string> {
  return (await readBytes(request, options)).toString('utf8');
}

/** The body as bytes. Throws as `readBody` does. */
export async function readBytes(request: Asked, options: BodyOptions): Promise<Buffer> {
  const { maxBytes, action } = options;
  const tooLarge = () =>
    new Refusal('too-large', `Cannot ${action}: the body is longer than ${maxBytes} bytes`);
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How long a body may become, to be known before it is read: what it says itself, `maxBytes` at most, and that where it says nothing. */
export function expectedBytes({ headers }: Pick<Asked, 'headers'>, maxBytes: number): number {
  return Math.min(Number(headers.get('Content-Length') ?? maxBytes), maxBytes);
}
