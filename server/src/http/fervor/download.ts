// Answers that are downloads: short ones whole, others as they are produced.
import { encoded } from '../packed.ts';
import { WholeResponse } from '../whole-response.ts';

/** A file for one person. Generated pieces are produced as the client takes them. */
export function download(
  body: string | AsyncGenerator<string>,
  { type, name }: { type: string; name: string },
): Response {
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  };
  return typeof body === 'string'
    ? new WholeResponse(body, { headers })
    : new Response(ReadableStream.from(encoded(body)), { headers });
}
