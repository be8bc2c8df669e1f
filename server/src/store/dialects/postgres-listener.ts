// Hears from PostgreSQL whose things have changed, whichever node wrote it.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export const CHANGED_CHANNEL = 'courant_changed';

/** Pause before a lost connection is made again. What is missed meanwhile is found by the slow look of whoever waits. */
const RECONNECT_MS = 1_000;

/** Calls `changed` after each commit that has written changes, until it is closed. */
export function listenForChanges(
  address: string,
  changed: (userIds: readonly number[]) => void,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let client: pg.Client | undefined;
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const lost = Promise.withResolvers<void>();
      client = new pg.Client({ connectionString: address, application_name: 'courant listener' });
      client.on('error', () => lost.resolve());
      client.on('end', () => lost.resolve());
      client.on('notification', ({ payload = '' }) => changed(payload.split(',').map(Number)));
      try {
        await client.connect();
        await client.query(`LISTEN ${CHANGED_CHANNEL}`);
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
