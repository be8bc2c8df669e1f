// Answers that are downloads: short ones whole, others as they are produced.

/** A file for one person. Generated pieces are produced as the client takes them. */
export function download(
  body: string | AsyncGenerator<string>,
  { type, name }: { type: string; name: string },
): Response {
  return new Response(typeof body === 'string' ? body : streamOf(body), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
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
