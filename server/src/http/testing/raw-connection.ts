// A client's end of one connection, for tests of what fetch would not send.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawConnection {
  send(data: string | Uint8Array): void;
  /** All that came so far, as soon as it fits. */
  received(pattern: RegExp): Promise<string>;
  /** All that came, when the server closes in good order; rejects when it resets. */
  closed: Promise<string>;
  /** Goes away without a word. */
  cut(): void;
}

/** `allowHalfOpen`: it stays when the server has said all that it has to say. */
export async function openConnection(port: number, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen });
  await once(socket, 'connect');
  let text = '';
  const waiting = new Set<() => void>();
  const { promise: closed, resolve, reject } = Promise.withResolvers<string>();
  // A test that does not look at the end does not care how it came.
  closed.catch(() => {});
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    for (const look of waiting) look();
  });
  socket.once('error', reject);
  socket.once('close', () => resolve(text));
  return {
    send: (data) => void socket.write(data),
    closed,
    cut: () => void socket.destroy(),
    received: (pattern) =>
      new Promise((found, lost) => {
        const look = () => {
          if (pattern.test(text)) found(text);
        };
        waiting.add(look);
        closed.then(() => lost(new Error(`The connection closed before ${pattern} came: ${text}`)), lost);
        look();
      }),
  };
}
