// Listens for PostgreSQL's notifications about users whose data has been changed by another node.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** The name of the schema follows: one database may hold several instances. */
export const CHANGED_CHANNEL = 'courant_changed_';

/** Pause before a lost connection is made again. Those who wait for changes find what was missed meanwhile when they next poll. */
const RECONNECT_MS = 1_000;
/** A connection on which nobody writes may be dead for hours before the system notices. */
const PROBE_EVERY_MS = 15_000;
/** How long the server has to answer a trivial question before it counts as away. */
const ANSWER_MS = 5_000;

interface ListenerOptions {
  address: string;
  /** Notifications from this node are ignored: it knows what it has written. */
  nodeId: string;
  changed: (userIds: readonly number[]) => void;
  /** Other intervals, for tests. */
  probeEveryMs?: number;
  answerMs?: number;
}

interface ChangeListener {
  close(): Promise<void>;
}

/** Calls `changed` after each commit of another node that has written changes, until it is closed. */
export function listenForChanges(options: ListenerOptions): ChangeListener {
  const closing = new AbortController();
  const { signal } = closing;
  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      // The database is away: the next round tries again.
      await listenOnce(options, signal).catch(() => {});
      await pause(RECONNECT_MS, signal);
    }
  };
  const ended = listen();
  return {
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** Listens until the connection is lost or does not answer, or the listener is closed. */
async function listenOnce(options: ListenerOptions, signal: AbortSignal): Promise<void> {
  const { address, nodeId, changed, probeEveryMs = PROBE_EVERY_MS, answerMs = ANSWER_MS } = options;
  const client = new pg.Client({
    connectionString: address,
    application_name: 'courant listener',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  const over = new AbortController();
  const end = (): void => over.abort();
  client.on('error', end);
  client.on('end', end);
  signal.addEventListener('abort', end);
  client.on('notification', ({ payload = '' }) => {
    const { by, userIds } = readNotification(payload);
    if (by !== nodeId) changed(userIds);
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
    await client.query(`LISTEN ${pg.escapeIdentifier(CHANGED_CHANNEL + rows[0]?.schema)}`);
    while (!over.signal.aborted) {
      await pause(probeEveryMs, over.signal);
      if (!over.signal.aborted) await client.query('SELECT 1');
    }
  } finally {
    signal.removeEventListener('abort', end);
    // A server that hangs does not answer a goodbye either.
    await Promise.race([client.end().catch(() => {}), setTimeout(answerMs, undefined, { ref: false })]);
  }
}

/** Ends early, without an error, when the signal says so. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
}

/** The payload of a notification to the other nodes. */
export function notification(nodeId: string, userIds: readonly number[]): string {
  return `${nodeId} ${userIds.join(',')}`;
}

function readNotification(payload: string): { by: string; userIds: number[] } {
  const [by = '', userIds = ''] = payload.split(' ');
  return { by, userIds: userIds.split(',').map(Number) };
}
