// The client side of one connection, for tests of what fetch would not send.
import { once } from 'node:events';
import { connect } from 'node:net';

interface RawConnection {
  send(data: string | Uint8Array): void;
  /** Everything received so far, as soon as it matches. */
  received(pattern: RegExp): Promise<string>;
  /** Everything received, once the server closes properly; rejects when it resets the connection. */
  closed: Promise<string>;
  /** Drops the connection without notice. */
  cut(): void;
}

/** `allowHalfOpen`: our side stays open after the server has ended its own. */
export async function openConnection(port: number, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen });
  await once(socket, 'connect');
  let text = '';
  const waiting = new Set<() => void>();
  const { promise: closed, resolve, reject } = Promise.withResolvers<string>();
  // A test that does not await `closed` does not care how the connection ended.
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
