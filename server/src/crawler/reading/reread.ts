// Reads a kept document again, without a request, when parser or sanitiser have a new version since it was read, or when
// edits in it had to wait.
import type { FeedDocument } from '../../formats/feed-document.ts';
import { PARSER_VERSION, SANITISER_VERSION } from '../../formats/versions.ts';
import type { Source, SourceMemory } from '../../model/source.ts';
import { findBody, type KeptBody } from '../../store/sources/sources.ts';
import type { Finding, FoundFeed } from '../asking/finding.ts';
import type { Equipment } from '../equipment.ts';
import { candidatesOf } from '../identity/candidate.ts';
import type { Reader, ReaderResult } from './reading.ts';

/** The versions of parser and sanitiser that read documents now. */
export const readers = `${PARSER_VERSION}.${SANITISER_VERSION}`;

/** Judged at the start of the visit: edits that fall due during it are left for a later visit. */
export function editsAreDue(
  { editsDueAt }: SourceMemory,
  { startedAt }: Pick<Finding, 'startedAt'>,
): boolean {
  return editsDueAt !== undefined && editsDueAt <= startedAt;
}

/**
 * What a visit has found, with the kept document in place of `unchanged` if older readers have read that document or if
 * it holds edits that are due now; with another document, what the kept one says if older readers have read it. If it cannot be
 * read any more, the finding stays as it is.
 */
export async function withKeptDocument(
  equipment: Equipment,
  source: Source,
  finding: Finding,
): Promise<Finding> {
  const { found } = finding;
  const isOld = source.memory.readBy !== readers;
  if (found.kind === 'failed') return finding;
  if (!isOld && (found.kind === 'feed' || !editsAreDue(source.memory, finding))) return finding;
  try {
    const kept = await readKept(equipment, source);
    if (!kept) return finding;
    const before = isOld ? { saidBefore: textsOf(kept.document, finding) } : {};
    if (found.kind === 'feed') return { ...finding, found: { ...found, ...before } };
    const { whole, limited } = kept.document;
    // Older versions kept a document that broke off together with its validators, so its site answers 304 for as long as it does not change.
    if (!whole && !limited)
      return { ...finding, found: { ...found, validators: undefined, brokenOff: true } };
    const { url, validators } = found;
    return { ...finding, found: { ...kept, url, validators, ...(isOld && { reread: true }), ...before } };
  } catch (error) {
    equipment.log.error('rereading failed', { sourceId: source.id, error });
    return finding;
  }
}

function textsOf(
  { posts, siteUrl = '' }: FeedDocument,
  { startedAt }: Pick<Finding, 'startedAt'>,
): ReadonlySet<string> {
  return new Set(candidatesOf(posts, { siteUrl, now: startedAt }).map(({ post }) => post.textHash));
}

async function readKept(
  { store, read }: Equipment,
  source: Source,
): Promise<Omit<FoundFeed, 'validators'> | undefined> {
  if (source.bodyHash === undefined) return undefined;
  const body = await store.read((tx) => findBody(tx, source.id));
  if (!body) return undefined;
  const reading = await readKeptBody(read, body);
  if (reading.kind !== 'feed') return undefined;
  const document = withKnownHubs(reading.document, source);
  return { kind: 'feed', document, url: body.url, bodyHash: source.bodyHash, body };
}

/** The same finding, with its document read again in full: with the words of all posts. */
export async function readWhole({ read }: Equipment, finding: Finding): Promise<Finding> {
  const { found } = finding;
  if (found.kind !== 'feed') return finding;
  const reading = await readKeptBody(read, found.body);
  if (reading.kind !== 'feed') throw new Error(`A feed was no feed when it was read again: ${reading.why}`);
  // The feed's own fields stay: headers of the answer may have added to them.
  const document = { ...found.document, posts: reading.document.posts };
  return { ...finding, found: { ...found, document } };
}

/** Reads a kept document in full: with the words of all posts. */
export function readKeptBody(
  read: Reader,
  { packed, packing, url, contentType }: KeptBody,
): Promise<ReaderResult> {
  return read({ packed, packing }, { url, contentType, known: new Map() });
}

/** Hubs may have been named by the headers of the answer, which are not kept. */
function withKnownHubs(document: FeedDocument, { memory }: Source): FeedDocument {
  const { hubUrls, selfUrl, hubOnPage } = memory;
  if (hubUrls === undefined || hubOnPage) return document;
  return { ...document, hubUrls, ...(selfUrl !== undefined && { selfUrl }) };
}
