// Ends a visit within its transaction: updates the row of the source, plans its next visit, notes this one, and releases the lease.
import { type Source, type SourceCondition, type SourceMemory, siteBefore } from '../model/source.ts';
import { type Outcome, succeeded } from '../model/visit.ts';
import { hostKey } from '../net/host-key.ts';
import { dropCustomTitles } from '../store/feeds/feeds.ts';
import { findHost, type Host, hostNamed, type Lease, replanHost } from '../store/sources/hosts.ts';
import { findSchedule, keepSchedule, type Schedule } from '../store/sources/schedules.ts';
import {
  keepBody,
  moveSource,
  type SourceFace,
  type SourceState,
  updateSource,
} from '../store/sources/sources.ts';
import { insertVisit, recentVisits } from '../store/sources/visits.ts';
import type { WriteTx } from '../store/store.ts';
import { endTurn, paceAt } from './asking/answering-host.ts';
import { believedMove, moveAfter, moveAfterFailedTrial, withMove } from './asking/moving.ts';
import type { Equipment } from './equipment.ts';
import { isCutOff } from './heard.ts';
import { onlyLeadsOn } from './identity/another-feed.ts';
import { type Candidate, readingsOf } from './identity/candidate.ts';
import { learnFromExchange } from './learn.ts';
import { editsAreDue, readers } from './reading/reread.ts';
import { judgeCondition } from './schedule/health.ts';
import { type Plan, planNext } from './schedule/schedule.ts';
import type { Recorded, Visited } from './visited.ts';
import type { Announcing } from './websub/settle.ts';
import { visitSoon } from './websub/visit-soon.ts';

interface Conclusion {
  visited: Visited;
  outcome: Outcome;
  /** Including what the posts have taught. */
  memory: SourceMemory;
  /** When the edits that have to wait may be stored. */
  editsDueAt: number | undefined;
  followers: number;
  /** The posts that the document shows. */
  candidates: readonly Candidate[];
  /** The intervals that the followers have asked for. */
  wishes: readonly (number | undefined)[];
  announcing: Announcing;
}

export async function conclude(tx: WriteTx, equipment: Equipment, conclusion: Conclusion): Promise<Recorded> {
  const { visited, followers, announcing } = conclusion;
  const { source, finding, lease } = visited;
  const state = stateAfter(conclusion, tx.now);
  const place = await placeAfter(tx, visited, succeeded(conclusion.outcome));
  const outcome = place.moved ? movedOutcome(conclusion.outcome, place.url) : conclusion.outcome;
  const schedule = await findSchedule(tx, source.id);
  const own = await hostOf(tx, place.hostId);
  const host = await paceAt(tx, own, finding.answeredBy);
  const plan = planNext({
    now: tx.now,
    startedAt: finding.startedAt,
    sourceId: source.id,
    foundAt: source.createdAt,
    outcome,
    nobodyAsked: finding.facts.nobodyAsked,
    isCutOff: isCutOff(equipment.heard, finding.facts, tx.now),
    hints: finding.facts.hints,
    conditional: hasValidators(source, state) && !breaksOffAgain(visited) && !isLedAstray(visited),
    first: schedule?.lastVisitAt === undefined,
    failures: schedule?.failures ?? 0,
    memory: place.moved ? withMove(state.memory, undefined) : state.memory,
    host,
    pushedUntil: announcing.pushedUntil,
    wishes: conclusion.wishes,
    chance: equipment.chance,
  });
  const before = await troubleBefore(tx, source, schedule);
  await updateSource(tx, source.id, { ...state, memory: plan.memory });
  // A source that was adopted while it gave no feed has titles from its followers' imports, which are mostly the feed's own title.
  const isUnseen = source.checkedAt === undefined && source.memory.failingSince !== undefined;
  if (isUnseen && succeeded(conclusion.outcome)) await dropCustomTitles(tx, source.id, state.title);
  await keepSchedule(tx, {
    sourceId: source.id,
    hostId: place.hostId,
    nextVisitAt: followers > 0 ? plan.nextAt : undefined,
    plannedAt: plan.nextAt,
    lastVisitAt: finding.startedAt,
    failures: plan.failures,
  });
  await noteVisit(tx, conclusion, plan.outcome);
  if (announcing.interrupted) await visitSoon(tx, equipment, announcing.interrupted, { signed: true });
  await giveBack(tx, equipment, { lease, plan, hostId: place.hostId, answering: host.name });
  tx.onCommit(() => tellVisit(equipment, visited, plan));
  const after = trouble({ memory: plan.memory, failures: plan.failures, last: plan.outcome, at: tx.now });
  const faceChanged = place.moved || looksDifferent(source, state) || before !== after;
  return { sourceId: source.id, outcome: plan.outcome, faceChanged };
}

function looksDifferent(before: Source, now: Pick<Source, 'title' | 'siteUrl' | 'language'>): boolean {
  return (['title', 'siteUrl', 'language'] as const).some((each) => before[each] !== now[each]);
}

/** The trouble before this visit, as the followers' apps were told. */
async function troubleBefore(
  tx: WriteTx,
  { id, memory }: Source,
  schedule: Schedule | undefined,
): Promise<string> {
  const failures = schedule?.failures ?? 0;
  const [last] = failures > 0 ? await recentVisits(tx, id, 1) : [];
  return trouble({ memory, failures, last: last?.outcome, at: schedule?.lastVisitAt ?? tx.now });
}

/** The part of a source's health of which its followers' apps are told when it changes. */
function trouble(facts: Pick<SourceCondition, 'memory' | 'failures' | 'last' | 'at'>): string {
  const times = { lastVisitAt: facts.at, checkedAt: undefined, nextVisitAt: undefined };
  const { state, remedy } = judgeCondition({ ...facts, ...times });
  return [state, remedy?.kind, remedy?.url].join(' ');
}

/** What a document says about itself; a title or site that it leaves out stays as it was. */
export function faceOf(
  document: Partial<SourceFace>,
  before: { title: string; siteUrl: string },
): SourceFace {
  return {
    title: document.title || before.title,
    siteUrl: document.siteUrl ?? before.siteUrl,
    description: document.description,
    language: document.language,
    imageUrl: document.imageUrl,
  };
}

/** The new row of the source. A failure changes only the memory: the validators still belong to the known document. */
function stateAfter({ visited, outcome, memory, editsDueAt }: Conclusion, now: number): SourceState {
  const { source, finding, sent, dateOnly } = visited;
  const { found } = finding;
  if (!succeeded(outcome) || found.kind === 'failed') {
    // If the new address that the document names gives no feed, the old one is asked again.
    return {
      ...source,
      memory: visited.trial
        ? withMove(memory, moveAfterFailedTrial(memory.moving, { outcome, found }, now))
        : memory,
    };
  }
  const exchange = {
    notModified: finding.facts.status === 304,
    unchanged: found.kind === 'unchanged',
    sent,
    dateOnly,
  };
  const learnt = learnFromExchange(
    withWay(visited, withMove(memory, moveAfter(visited, now))),
    exchange,
    now,
  );
  if (found.kind === 'unchanged') {
    return {
      ...source,
      checkedAt: now,
      validators: found.validators,
      bodyHash: found.brokenOff ? undefined : source.bodyHash,
      // Edits that were due but could not be read again are not tried at each visit.
      memory: readToday(learnt, editsAreDue(learnt, finding) ? undefined : learnt.editsDueAt),
    };
  }
  return {
    // By the face of what only leads on, a stranger there would be taken for the feed.
    ...(onlyLeadsOn(found.document)
      ? faceOf(source, source)
      : faceOf(found.document, { title: source.title, siteUrl: siteBefore(source) })),
    checkedAt: now,
    validators: found.validators === 'keep' ? source.validators : found.validators,
    // A document that broke off is not kept: the kept one and its waiting edits stay. `brokenOff` tells whether it breaks off there again.
    ...(found.validators === 'keep'
      ? { bodyHash: source.bodyHash, memory: { ...learnt, brokenOff: found.bodyHash } }
      : { bodyHash: found.bodyHash, memory: readToday(learnt, editsDueAt) }),
  };
}

function readToday(memory: SourceMemory, editsDueAt: number | undefined): SourceMemory {
  const { editsDueAt: _edits, brokenOff: _broken, ...rest } = memory;
  return { ...rest, readBy: readers, ...(editsDueAt !== undefined && { editsDueAt }) };
}

/** One answer without them may come from past a cache: only the second in a row shows that each visit costs the whole document. */
function hasValidators(before: Source, now: Pick<Source, 'validators'>): boolean {
  return (now.validators ?? before.validators) !== undefined;
}

/** A document that breaks off at the same place twice will do so tomorrow as well: each visit then costs its site the whole of it. */
function breaksOffAgain({ source, finding: { found } }: Visited): boolean {
  return found.kind === 'feed' && found.validators === 'keep' && found.bodyHash === source.memory.brokenOff;
}

/** Validators are sent only to the address that gave them, so redirects that lead to a new one each time bring the whole document each time. */
function isLedAstray(visited: Visited): boolean {
  return visited.source.memory.ledElsewhere === true && isLedElsewhere(visited);
}

function isLedElsewhere({ source, sent, finding: { found } }: Visited): boolean {
  if (sent === undefined || sent.url === source.url || found.kind === 'failed') return false;
  return found.url !== sent.url;
}

function withWay(visited: Visited, memory: SourceMemory): SourceMemory {
  const { ledElsewhere: _before, leadsTo: _host, ...rest } = memory;
  const { answeredBy } = visited.finding;
  return {
    ...rest,
    ...(answeredBy !== undefined && answeredBy !== hostKey(visited.source.url) && { leadsTo: answeredBy }),
    ...(isLedElsewhere(visited) && { ledElsewhere: true }),
  };
}

interface Place {
  url: string;
  hostId: number;
  moved: boolean;
}

/** Changes the stored address once a move is believed. An address that belongs to another source was handled before: see record. */
async function placeAfter(tx: WriteTx, visited: Visited, success: boolean): Promise<Place> {
  const { source } = visited;
  const to = success ? believedMove(visited, tx.now) : undefined;
  if (to === undefined) return { url: source.url, hostId: source.hostId, moved: false };
  const hostId = await hostNamed(tx, hostKey(to));
  await moveSource(tx, source.id, { from: source.url, url: to, hostId });
  return { url: to, hostId, moved: true };
}

function movedOutcome(outcome: Outcome, to: string): Outcome {
  return { kind: 'moved', to, newPosts: outcome.kind === 'document' ? outcome.newPosts : 0 };
}

async function hostOf(tx: WriteTx, hostId: number): Promise<Host> {
  const host = await findHost(tx, hostId);
  if (!host) throw new Error(`Host ${hostId} has no row`);
  return host;
}

async function noteVisit(
  tx: WriteTx,
  { visited: { source, finding }, candidates }: Conclusion,
  outcome: Outcome,
): Promise<void> {
  const { found } = finding;
  // Not that of another feed in its place: the site may answer 304 for its own again.
  if (succeeded(outcome) && found.kind === 'feed' && found.validators !== 'keep') {
    await keepBody(tx, source.id, found.body, readingsOf(candidates));
  }
  await insertVisit(tx, {
    sourceId: source.id,
    at: finding.startedAt,
    outcome,
    status: finding.facts.status,
    durationMs: finding.endedAt - finding.startedAt,
    newPosts: 'newPosts' in outcome ? outcome.newPosts : 0,
  });
}

/** Logs and counts a visit. The log has the host and not the address, because addresses of private feeds are secrets. */
function tellVisit(
  equipment: Equipment,
  { source, finding }: Visited,
  { outcome, nextAt, failures }: Plan,
): void {
  const newPosts = 'newPosts' in outcome ? outcome.newPosts : 0;
  equipment.visited({ outcome: outcome.kind, newPosts });
  equipment.log.info('visit', {
    source: source.id,
    host: hostKey(source.url),
    outcome: outcome.kind,
    status: finding.facts.status,
    newPosts,
    ms: finding.endedAt - finding.startedAt,
    failures,
    nextAt: nextAt === undefined ? undefined : new Date(nextAt).toISOString(),
  });
}

async function giveBack(
  tx: WriteTx,
  { limits }: Equipment,
  { lease, plan, hostId, answering }: { lease: Lease; plan: Plan; hostId: number; answering: string },
): Promise<void> {
  const { backoffUntil, hostFloorMs } = plan;
  await endTurn(tx, lease, { answering, gapMs: limits.gapMs, backoffUntil, floorMs: hostFloorMs });
  // The source may be on another host than the leased one: it has moved, or a redirect led to it.
  if (hostId !== lease.hostId) await replanHost(tx, hostId);
}
