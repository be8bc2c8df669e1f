// Whose time holds on PostgreSQL: the server's. Leases of many machines mean nothing by clocks that differ.
import type pg from 'pg';
import type { Clock } from '../../clock.ts';

type Connection = Pick<pg.PoolClient, 'query'>;

/** How often a node looks at the server's clock. The clocks of machines part by some milliseconds in a minute at the most. */
const LOOK_EVERY_MS = 60_000;

/**
 * Keeps a clock that may be set with the server's; to be awaited before the time of a transaction is taken. Undefined for
 * a clock that is nobody's to set.
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
    // What lies between the question and the answer is no difference, only the way.
    if (now < before - 1 || now > after + 1) aheadMs += Math.round(now - (before + after) / 2);
    follow(aheadMs);
    lookedAt = clock.now();
  };

  return (connection) => {
    // Somebody may have put the clock of the machine back.
    if (lookedAt !== undefined && Math.abs(clock.now() - lookedAt) < LOOK_EVERY_MS) return Promise.resolve();
    looking ??= look(connection).finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
