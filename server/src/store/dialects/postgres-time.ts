// Which clock counts on PostgreSQL: the server's. Leases shared by several machines mean nothing if their clocks differ.
import type pg from 'pg';
import type { Clock } from '../../clock.ts';

type Connection = Pick<pg.PoolClient, 'query'>;

/** How often a node compares its clock with the server's. Clocks drift apart by some milliseconds per minute at most. */
const LOOK_EVERY_MS = 60_000;

/**
 * Keeps an adjustable clock in step with the server's; to be awaited before a transaction takes its time. Undefined for a clock
 * that cannot be adjusted.
 */
export function keepServerTime(clock: Clock): ((connection: Connection) => Promise<void>) | undefined {
  const follow = clock.follow?.bind(clock);
  if (!follow) return undefined;
  let aheadMs = 0;
  let lookedAt: number | undefined;
  let looking: Promise<void> | undefined;

  const look = async (connection: Connection): Promise<void> => {
    const before = clock.now();
    const { rows } = await connection.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
    const after = clock.now();
    const now = Number(rows[0]?.now);
    // A difference no larger than the round trip is the round trip.
    if (now < before - 1 || now > after + 1) aheadMs += Math.round(now - (before + after) / 2);
    follow(aheadMs);
    lookedAt = clock.now();
  };

  return (connection) => {
    // `abs`, because somebody may have set the machine's clock back.
    if (lookedAt !== undefined && Math.abs(clock.now() - lookedAt) < LOOK_EVERY_MS) return Promise.resolve();
    looking ??= look(connection).finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
