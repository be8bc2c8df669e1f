// One visit from start to end: ask, look, record. Whatever goes wrong on the way, something is recorded.
import type { Source } from '../model/source.ts';
import type { Lease } from '../store/sources/hosts.ts';
import { othersDue } from '../store/sources/schedules.ts';
import { countFollowers } from '../store/sources/sources.ts';
import { StoreUnavailable } from '../store/store.ts';
import { addressToTry } from './asking/address-to-try.ts';
import { endUnrecorded } from './asking/answering-host.ts';
import { ask, type Question } from './asking/ask.ts';
import { type Finding, ourFault, withoutDocument } from './asking/finding.ts';
import { duringTurn, turnElsewhere } from './asking/turn-elsewhere.ts';
import type { TurnTry } from './asking/turns.ts';
import type { Equipment } from './equipment.ts';
import { withNewestFirst } from './identity/newest-first.ts';
import { WordsMissing } from './identity/with-words.ts';
import { asksByDateOnly } from './learn.ts';
import { readers, readWhole, withKeptDocument } from './reading/reread.ts';
import { record } from './record.ts';
import type { Recorded, Visited } from './visited.ts';

/** `lease`: of the source's host. `until`: when the person who waits will have given up; undefined: nobody waits. */
interface Visiting {
  lease: Lease;
  until?: number;
}

/**
 * Visits a source under a turn where its address leads, and releases the lease. Undefined: nothing was recorded (closing, or lease lost).
 * Busy: there is no such turn in time, and the lease is still held.
 */
export async function visit(
  equipment: Equipment,
  source: Source,
  visiting: Visiting,
): Promise<Recorded | Extract<TurnTry, { kind: 'busy' }> | undefined> {
  const { clock, limits } = equipment;
  // A turn that came later would be in vain: the request would be broken off.
  const wait = visiting.until === undefined ? clock.now() : visiting.until - limits.answerMs;
  const turn = await turnElsewhere(equipment, source, wait);
  if (turn?.kind === 'busy') return turn;
  return duringTurn(equipment, turn, () => makeVisit(equipment, source, visiting));
}

async function makeVisit(
  equipment: Equipment,
  source: Source,
  { lease, until }: Visiting,
): Promise<Recorded | undefined> {
  const { clock, log, closing, limits } = equipment;
  const now = clock.now();
  const dateOnly = asksByDateOnly(source.memory, source.validators, now);
  const tried = await addressToTry(equipment, source);
  const trial = tried !== undefined;
  const sent =
    trial || !source.validators ? undefined : { ...source.validators, ...(dateOnly && { etag: undefined }) };
  const { subscribers, isLast } = await equipment.store.read(async (tx) => ({
    subscribers: await countFollowers(tx, source.id),
    isLast: !leadsOn(source) && !(await othersDue(tx, source, now + limits.gapMs)),
  }));
  const question: Question = {
    url: tried ?? source.url,
    validators: sent,
    bodyHash: trial ? undefined : source.bodyHash,
    sourceId: source.id,
    readsAnew: source.memory.readBy !== readers,
    subscribers,
    isLast,
    until,
  };
  const asked = await ask(equipment, question).catch((error: unknown) => {
    log.error('visit failed', { sourceId: source.id, error });
    return ourFault(now);
  });
  const kept = await withKeptDocument(equipment, source, asked);
  const finding = await withNewestFirst(equipment, source, kept);
  if (closing.aborted && !isSaid(finding)) {
    await equipment.store.write((tx) => endUnrecorded(tx, equipment, { lease, finding }));
    return undefined;
  }
  // Whoever waits has seen that another feed is there, or is the first to follow what is there.
  const acceptsAnother = until !== undefined && (source.memory.state === 'another-feed' || subscribers === 0);
  const visited: Visited = { source, lease, finding, sent, dateOnly, trial, acceptsAnother };
  return recordAnyway(equipment, visited);
}

/** Whether the site itself has said what was found. What fails while the service closes may only have been broken off. */
function isSaid({ found, facts }: Finding): boolean {
  return found.kind !== 'failed' || (found.outcome.kind !== 'not-a-feed' && facts.status !== undefined);
}

/** Whether the address has redirected before: then the next hop may use the same connection. */
function leadsOn({ url, validators }: Source): boolean {
  return validators !== undefined && validators.url !== url;
}

/**
 * If a document cannot be stored, the visit is recorded as a failure: without a record its source would be due again at once, for ever.
 * But if it is the store that was lost, only the connection may have been, so the same is recorded once more first. If it was committed
 * and only the answer was lost, the lease has been given back, and nothing is recorded twice. A disk that is nearly full has room for the
 * failure, though not for the document.
 */
async function recordAnyway(equipment: Equipment, visited: Visited): Promise<Recorded | undefined> {
  for (let tries = 0; tries < 2; tries++) {
    try {
      return await recordWhole(equipment, visited);
    } catch (error) {
      equipment.log.error('recording failed', { sourceId: visited.source.id, error });
      if (!(error instanceof StoreUnavailable)) break;
    }
  }
  const { finding } = visited;
  return record(equipment, {
    ...visited,
    finding: finding.found.kind === 'failed' ? finding : withoutDocument(finding),
  });
}

/** If the record needs the words of a post that was skimmed, reads the document again in full: mostly that post was read before but never stored. */
async function recordWhole(equipment: Equipment, visited: Visited): Promise<Recorded | undefined> {
  try {
    return await record(equipment, visited);
  } catch (error) {
    if (!(error instanceof WordsMissing)) throw error;
    const { source, finding } = visited;
    const whole = await withNewestFirst(equipment, source, await readWhole(equipment, finding));
    return record(equipment, { ...visited, finding: whole });
  }
}
