// Answers that are downloads: short ones whole, others as they are produced.
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
    : new Response(streamOf(body), { headers });
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
