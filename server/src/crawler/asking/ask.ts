// Asks an address once and says what it found there: a feed, the feed as it was, or why there is none.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Validators } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import { hostKey } from '../../net/host-key.ts';
import type { WebAnswer, WebResponse } from '../../net/web.ts';
import { findReadings, type Readings } from '../../store/sources/sources.ts';
import { type Equipment, userAgent } from '../equipment.ts';
import { asHeard } from '../heard.ts';
import { longDocument, maxAddressChars, packedEnough } from '../limits.ts';
import type { ReaderResult } from '../reading/reading.ts';
import type { PackedDocument } from '../reading/unpacked.ts';
import { withHeaderLinks } from '../websub/link-header.ts';
import { type Finding, type Found, faultOfOurs, withoutDocument } from './finding.ts';
import { factsOf, judge, validatorsAfter } from './judge.ts';
import { openWay, type Way } from './on-the-way.ts';
import { followSentOn } from './sent-on.ts';

const pack = promisify(gzip);

export interface Question {
  url: string;
  /** Sent only to the address that gave them, which may come after redirects. */
  validators?: Validators | undefined;
  /** Of the known document. */
  bodyHash?: string | undefined;
  /** How many follow this feed. */
  subscribers: number;
  /** Nothing else is due at the host, so its connection need not be kept. */
  isLast?: boolean;
  /** When the person who waits for the answer will have given up. */
  until?: number | undefined;
  /** The source, if there is one already: known posts of its documents need not be read. */
  sourceId?: number;
  /** Older readers have read these: today's are to read all of a document. */
  readsAnew?: boolean;
  /** Nobody knows yet where the address leads. */
  isSearch?: true;
}

export async function ask(equipment: Equipment, question: Question): Promise<Finding> {
  const way = openWay(equipment, question);
  const askAt = (url: string): Promise<Finding> => askOn(equipment, { ...question, url }, way);
  let finding: Finding | undefined;
  try {
    finding = await followSentOn(question.url, await askAt(question.url), { way, askAt });
    return finding;
  } finally {
    await way.end(finding);
  }
}

async function askOn(equipment: Equipment, question: Question, way: Way): Promise<Finding> {
  const { clock, web, closing } = equipment;
  const startedAt = clock.now();
  const { validators, until } = question;
  const given = await web.fetch({
    url: question.url,
    headers: headersOf(equipment, question),
    ...(validators && { validatorsFor: validators.url }),
    ...(question.isLast && { isLast: true }),
    ...(until !== undefined && { deadlineMs: until - startedAt }),
    mayFollow: way.mayFollow,
    signal: closing,
  });
  // A search is for one address, which somebody may have mistyped more than once.
  const answer = question.isSearch ? given : asHeard(equipment.heard, given);
  // Only the host is logged, as for visits: addresses of private feeds are secrets.
  const host = hostKey(answer.url);
  if (answer.kind === 'failure') {
    const { reason, detail } = answer;
    // The operator is to hear of what only the operator can mend: more descriptors, or fewer programs beside us.
    const level = reason === 'no-room' ? 'warn' : 'debug';
    equipment.log[level]('fetch failed', { source: question.sourceId, host, reason, detail });
  }
  const finding: Finding = {
    startedAt,
    facts: way.noted(factsOf(answer, clock.now())),
    answeredBy: host,
    permanentUrl: answer.kind === 'response' ? permanentUrlOf(answer) : undefined,
    found: await look(equipment, question, answer),
    endedAt: clock.now(),
  };
  return finding.found === faultOfOurs ? withoutDocument(finding) : finding;
}

/** A source whose new address is too long to be stored is still asked at the address that leads there. */
function permanentUrlOf({ permanentUrl }: WebResponse): string | undefined {
  return permanentUrl !== undefined && permanentUrl.length <= maxAddressChars ? permanentUrl : undefined;
}

function headersOf({ agent }: Equipment, { validators, subscribers }: Question): Record<string, string> {
  return {
    'user-agent': userAgent(agent, subscribers),
    ...(validators?.etag !== undefined && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified !== undefined && { 'if-modified-since': validators.lastModified }),
  };
}

async function look(equipment: Equipment, question: Question, answer: WebAnswer): Promise<Found> {
  const judgement = judge(answer);
  if (judgement.kind === 'failed') return judgement;
  const { response } = judgement;
  if (judgement.kind === 'unchanged') {
    const validators = validatorsAfter(response, question.validators);
    return { kind: 'unchanged', url: response.url, validators };
  }
  const bodyHash = createHash('sha256').update(response.body).digest('hex');
  // The same bytes hold the same posts. Their validators may still be new, and the old ones would never match again.
  if (bodyHash === question.bodyHash) {
    return { kind: 'unchanged', url: response.url, validators: validatorsAfter(response, undefined) };
  }
  const known = await readingsKnown(equipment, question);
  return readBody(equipment, response, { sourceId: question.sourceId, bodyHash, known });
}

async function readingsKnown({ store }: Equipment, { sourceId, readsAnew }: Question): Promise<Readings> {
  return sourceId === undefined || readsAnew ? new Map() : store.read((tx) => findReadings(tx, sourceId));
}

async function readBody(
  equipment: Equipment,
  response: WebResponse,
  { sourceId, bodyHash, known }: { sourceId: number | undefined; bodyHash: string; known: Readings },
): Promise<Found> {
  const contentType = response.headers.get('content-type');
  const packed = response.body.length > longDocument ? await letGo(response) : undefined;
  const reading = await equipment.read(packed ?? response.body, {
    url: response.url,
    known,
    contentType,
  });
  tellReading(equipment, reading, { source: sourceId, host: hostKey(response.url) });
  if (reading.kind === 'not-a-feed') {
    if (reading.why === 'no-reader') return faultOfOurs;
    const page = 'page' in reading && reading.page ? withHeaderLinks(reading.page, response) : undefined;
    const suggestion = page?.feeds[0]?.url;
    const outcome: Outcome = {
      kind: 'not-a-feed',
      why: reading.why,
      ...(suggestion !== undefined && { suggestion }),
    };
    return { kind: 'failed', outcome, ...(page && { page, pageUrl: response.url }) };
  }
  const document = withHeaderLinks(reading.document, response);
  const none = document.posts.every((post) => post.cut);
  const broken = !document.whole && (response.truncatedEncoding === true || none);
  if (broken) return { kind: 'failed', outcome: { kind: 'unreachable', reason: 'cut-short' } };
  return {
    kind: 'feed',
    document,
    url: response.url,
    validators: document.whole || document.limited ? validatorsAfter(response, undefined) : 'keep',
    bodyHash,
    body: { ...(packed ?? (await packedBody(response))), url: response.url, contentType },
  };
}

/** What is wrong with a document, for whoever wonders why it is no feed, or lacks something. */
function tellReading(
  { log }: Equipment,
  reading: ReaderResult,
  whose: { source: number | undefined; host: string },
): void {
  if (reading.kind === 'not-a-feed')
    log[reading.why === 'no-reader' ? 'warn' : 'debug']('no feed', {
      ...whose,
      why: reading.why,
      detail: reading.detail,
    });
  else if (reading.document.warnings.length > 0)
    log.debug('faulty document', { ...whose, warnings: reading.document.warnings });
}

/** Packs a long body and forgets the bytes: those of fifty documents of 5 MB that wait for a reader would be half of a small machine. */
async function letGo(response: WebResponse): Promise<PackedDocument> {
  const packed = await packedBody(response);
  response.body = new Uint8Array();
  return packed;
}

/** The body compressed as it came if that is small enough, because compressing it again is expensive; some servers hardly compress at all. */
async function packedBody({ body, packed }: WebResponse): Promise<PackedDocument> {
  const isPacked = packed && packed.bytes.length * packedEnough <= body.length;
  return isPacked
    ? { packed: packed.bytes, packing: packed.packing }
    : { packed: await pack(body), packing: 'gzip' };
}
