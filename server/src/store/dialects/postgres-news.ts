// Tells the other nodes which users have news, after the commit and in a transaction of its own.
import { setTimeout } from 'node:timers/promises';
import { slicesOf } from '../../model/slices.ts';
import { type Connections, runUnflushed } from './postgres-connections.ts';
import { CHANGED_CHANNEL, notification } from './postgres-listener.ts';

/** Users in one notification: a payload of PostgreSQL holds 8,000 bytes, and an id has at most 16 digits. */
const NOTIFIED_USERS = 400;

/** Between two tellings, so that many commits share one. Nobody notices so little. */
const GATHER_MS = 25;

export interface News {
  /** To be called after a commit. Nobody waits for it. */
  tell(userIds: Iterable<number>): void;
  /** Resolves when all is told: for the end. */
  close(): Promise<void>;
}

/**
 * A commit that notifies holds a lock of the whole server until it is on the disk, and on the standby that it waits for: all others that
 * notify would reach the disk one after the other. So commits do not. What they have changed is told together, in a transaction that does
 * not wait for the disk. What cannot be told is lost: whoever waits for news also looks for them by themselves.
 */
export function openNews(connections: Pick<Connections, 'connectApart'>, nodeId: string): News {
  const untold = new Set<number>();
  let telling = Promise.resolve();
  let isTelling = false;
  const closing = new AbortController();
  const tellAll = async (): Promise<void> => {
    isTelling = true;
    while (untold.size > 0) {
      const userIds = [...untold];
      untold.clear();
      await send(connections, payloads(nodeId, userIds)).catch(() => {});
      await setTimeout(GATHER_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
    isTelling = false;
  };
  return {
    tell(userIds) {
      for (const userId of userIds) untold.add(userId);
      if (!isTelling) telling = tellAll();
    },
    close() {
      closing.abort();
      return telling;
    },
  };
}

async function send(connections: Pick<Connections, 'connectApart'>, texts: readonly string[]): Promise<void> {
  const client = await connections.connectApart();
  try {
    const text = 'SELECT pg_notify($1 || current_schema(), payload) FROM unnest($2::text[]) AS payload';
    await runUnflushed(client, { text, values: [CHANGED_CHANNEL, texts] });
  } finally {
    client.release();
  }
}

function payloads(nodeId: string, userIds: readonly number[]): string[] {
  return Array.from(slicesOf(userIds, NOTIFIED_USERS), (some) => notification(nodeId, some));
}
