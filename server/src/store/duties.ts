// Duties: what only one of many nodes does at a time, such as a sweep or an import. A node that dies loses them by itself.
import { clockSlackMs } from './clock-slack.ts';
import { endLeases } from './sources/hosts.ts';
import { sql } from './sql.ts';
import type { WriteTx } from './store.ts';

interface Duty {
  name: string;
  /** Who asks: different for each process. */
  holder: string;
}

/**
 * Takes a duty for a while, or keeps one that it holds. False if somebody else has it: but one that is held for longer than anybody may hold
 * it was taken by a clock that was ahead.
 */
export async function takeDuty(tx: WriteTx, { name, holder }: Duty, forMs: number): Promise<boolean> {
  const taken = await tx.run(sql`
    INSERT INTO duties (name, holder, held_until) VALUES (${name}, ${holder}, ${tx.now + forMs})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE duties.holder = excluded.holder OR duties.held_until <= ${tx.now}
      OR duties.held_until > ${tx.now + forMs + clockSlackMs}`);
  return taken > 0;
}

export async function layDownDuty(tx: WriteTx, { name, holder }: Duty): Promise<void> {
  await tx.run(sql`DELETE FROM duties WHERE name = ${name} AND holder = ${holder}`);
}

/** For the start of a service. A file is used by one service at a time: whoever held a duty in it, or the lease of a host, is dead. */
export async function takeOver(tx: WriteTx): Promise<void> {
  if (tx.dialect.name !== 'sqlite') return;
  await tx.run(sql`DELETE FROM duties`);
  await endLeases(tx);
}

/** Deletes duties that have run out: no node is left that would lay them down. */
export async function forgetDuties(tx: WriteTx): Promise<void> {
  await tx.run(sql`DELETE FROM duties WHERE held_until < ${tx.now}`);
}
