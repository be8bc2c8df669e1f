// A way to a server that a test can block: what goes over it neither arrives nor fails.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface TcpProxy {
  /** The same address, by way of the proxy. */
  address: string;
  /** From now on nothing goes over the connections that there are. */
  blockThese(): void;
  /** Nor over any that is made until `unblock`. */
  blockAll(): void;
  /** New ones are open again. Nobody ever hears of the old ones. */
  unblock(): void;
}

/** Opens a way to the host and port of an address; it goes with the test. */
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
      // Whoever is blocked is told nothing, not even that the other side has gone.
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
