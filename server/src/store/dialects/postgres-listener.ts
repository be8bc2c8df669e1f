// Hears from PostgreSQL whose things have changed, when another node wrote it.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** The name of the schema follows: one database may hold several instances. */
export const CHANGED_CHANNEL = 'courant_changed_';

/** Pause before a lost connection is made again. What is missed meanwhile is found by the slow look of whoever waits. */
const RECONNECT_MS = 1_000;

export interface ListenerOptions {
  address: string;
  /** What this node has written itself it knows already. */
  nodeId: string;
  changed: (userIds: readonly number[]) => void;
}

/** Calls `changed` after each commit of another node that has written changes, until it is closed. */
export function listenForChanges({ address, nodeId, changed }: ListenerOptions): { close(): Promise<void> } {
  const closing = new AbortController();
  let client: pg.Client | undefined;
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const lost = Promise.withResolvers<void>();
      client = new pg.Client({ connectionString: address, application_name: 'courant listener' });
      client.on('error', () => lost.resolve());
      client.on('end', () => lost.resolve());
      client.on('notification', ({ payload = '' }) => {
        const { by, userIds } = readNotification(payload);
        if (by !== nodeId) changed(userIds);
      });
      try {
        await client.connect();
        const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
        await client.query(`LISTEN ${pg.escapeIdentifier(CHANGED_CHANNEL + rows[0]?.schema)}`);
        await lost.promise;
      } catch {
        // The database is away: the next round tries again.
      }
      await setTimeout(RECONNECT_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  const ended = listen();
  return {
    async close() {
      closing.abort();
      await client?.end().catch(() => {});
      await ended;
    },
  };
}

/** What a node tells the others. */
export function notification(nodeId: string, userIds: readonly number[]): string {
  return `${nodeId} ${userIds.join(',')}`;
}

function readNotification(payload: string): { by: string; userIds: number[] } {
  const [by = '', userIds = ''] = payload.split(' ');
  return { by, userIds: userIds.split(',').map(Number) };
}
