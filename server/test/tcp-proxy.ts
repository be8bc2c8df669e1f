// A proxy to a server that a test can block: what is sent over it neither arrives nor fails.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

interface TcpProxy {
  /** The same address, through the proxy. */
  address: string;
  /** From now on nothing passes over the existing connections. */
  blockThese(): void;
  /** Nothing passes over new connections either, until `unblock`. */
  blockAll(): void;
  /** New connections work again. The old ones stay silent for good. */
  unblock(): void;
}

/** Opens a proxy to the host and port of an address; it ends with the test. */
export async function tcpProxy(t: TestContext, address: string): Promise<TcpProxy> {
  const target = new URL(address);
  const all = new Set<Socket>();
  let blocksNew = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      all.add(from);
      // A blocked side learns nothing, not even that the other side has closed.
      from.on('error', () => to.destroy());
      from.on('close', () => all.delete(from));
      if (!blocksNew) from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const blockThese = (): void => {
    for (const socket of all) socket.unpipe().pause();
  };
  t.after(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  const through = new URL(address);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    address: through.href,
    blockThese,
    blockAll() {
      blocksNew = true;
      blockThese();
    },
    unblock() {
      blocksNew = false;
    },
  };
}
