// Begins to listen on an address, or says why that cannot be.
import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Address {
  host: string;
  port: number;
  /** The setting that it comes from, for the message if nothing can listen there. */
  setting?: string;
}

/** Resolves when connections are accepted. Throws with a plain sentence. */
export async function bind(server: Server, { host, port, setting }: Address): Promise<void> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
    const remedy = setting === undefined ? '' : `; ${setting} sets another address`;
    throw new Error(`Cannot listen on ${host}, port ${port}: ${reason}${remedy}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not listen there',
  ENOTFOUND: 'there is no host of that name',
};
