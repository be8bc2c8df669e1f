// Streams of events: each wakes when its user has news, and one timer (the beat) serves them all.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxEventStreams } from '@courant/protocol';
import { stillGood } from '../../accounts/authenticate.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { latestChanges } from '../../library/changes.ts';
import type { Library } from '../../library/library.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../model/refusal.ts';
import { EventStream } from './event-stream.ts';

/**
 * How often each stream sends a sign of life, which keeps proxies from cutting it; commits of other processes are looked for; and tokens
 * and sessions are checked again. The sign of life must come more often than every 30 s, the check at least once a minute.
 */
const BEAT_MS = 15_000;
/** Streams that one turn of the event loop serves, in a few milliseconds; requests are answered between turns. */
const BEATS_AT_ONCE = 100;

export interface EventStreams {
  /**
   * Answers a call with events. `next` gives the next one as text, or undefined while there is none; it is asked again whenever the user
   * has news. Throws Refusal `too-many`.
   */
  open(caller: { userId: number; secret: string }, next: () => Promise<string | undefined>): Response;
}

interface EventStreamsOptions {
  library: Library;
  accounts: AccountsOptions;
  log: Log;
}

interface Open {
  userId: number;
  secret: string;
  stream: EventStream;
}

export function openEventStreams({ library, accounts, log }: EventStreamsOptions): EventStreams {
  const all = new Set<Open>();
  /** The last change of each user at the previous beat. */
  let seen = new Map<number, string>();
  let cancelBeat = (): void => {};

  const beat = async (): Promise<void> => {
    try {
      const latest = await latestChanges(library, [...new Set([...all].map(({ userId }) => userId))]);
      for (const { userId, stream } of all) if (latest.get(userId) !== seen.get(userId)) stream.changed();
      seen = latest;
      await endUnwanted(accounts, [...all]);
    } catch (error) {
      log.error('event streams were not looked after', { error });
    }
    for (const [place, { stream }] of [...all].entries()) {
      stream.beat();
      if (place % BEATS_AT_ONCE === BEATS_AT_ONCE - 1) await nextTurn();
    }
    schedule();
  };

  const schedule = (): void => {
    cancelBeat();
    if (all.size > 0) cancelBeat = accounts.clock.after(BEAT_MS, () => void beat());
  };

  return {
    open({ userId, secret }, next) {
      if ([...all].filter((each) => each.userId === userId).length >= maxEventStreams) {
        // A stream whose client has silently gone is discovered by one of the next beats.
        throw new Refusal('too-many', `Cannot follow events: ${maxEventStreams} streams are open already`, {
          retryAfterMs: 2 * BEAT_MS,
        });
      }
      const stream = new EventStream({
        next,
        failed: (error) => log.error('event stream failed', { error }),
      });
      const open: Open = { userId, secret, stream };
      all.add(open);
      const stopListening = library.events.listen(userId, stream);
      stream.onEnd(() => {
        stopListening();
        all.delete(open);
        if (all.size === 0) cancelBeat();
      });
      if (all.size === 1) schedule();
      return new Response(stream.body(), { headers: streamHeaders });
    },
  };
}

async function endUnwanted(accounts: AccountsOptions, open: readonly Open[]): Promise<void> {
  const good = await stillGood(accounts, new Set(open.map(({ secret }) => secret)));
  for (const { secret, stream } of open) if (!good.has(secret)) stream.closed();
}

const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  // A stream ends when the service closes or the token expires: nothing else will come on its connection.
  Connection: 'close',
  // nginx would hold events back until its buffer is full.
  'X-Accel-Buffering': 'no',
};
