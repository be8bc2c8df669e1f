// Reads a kept document again, without a request, when parser or sanitiser have learnt something since it was read.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FeedDocument } from '../formats/feed-document.ts';
import { PARSER_VERSION } from '../formats/read-feed.ts';
import { SANITISER_VERSION } from '../formats/sanitise.ts';
import type { Source } from '../model/source.ts';
import { findBody } from '../store/sources.ts';
import type { Finding, FoundFeed } from './ask.ts';
import type { Equipment } from './equipment.ts';

const unpack = promisify(gunzip);

/** The readers of today. */
export const readers = `${PARSER_VERSION}.${SANITISER_VERSION}`;

/**
 * What a visit has found, with the kept document in place of "it has not changed" where older readers have read it. A
 * document that cannot be read any more leaves everything as it is.
 */
export async function withKeptDocument(
  equipment: Equipment,
  source: Source,
  finding: Finding,
): Promise<Finding> {
  const { found } = finding;
  if (found.kind !== 'unchanged' || source.memory.readBy === readers) return finding;
  try {
    const kept = await readKept(equipment, source);
    return kept ? { ...finding, found: { ...kept, validators: found.validators } } : finding;
  } catch (error) {
    equipment.log.error('rereading failed', { sourceId: source.id, error });
    return finding;
  }
}

async function readKept(
  { store, read }: Equipment,
  source: Source,
): Promise<Omit<FoundFeed, 'validators'> | undefined> {
  const body = await store.read((tx) => findBody(tx, source.id));
  if (!body || source.bodyHash === undefined) return undefined;
  const { url, contentType } = body;
  const reading = await read(await unpack(body.packed), {
    url,
    ...(contentType !== undefined && { contentType }),
  });
  if (reading.kind !== 'feed') return undefined;
  const document = withKnownHubs(reading.document, source);
  return { kind: 'feed', document, url, bodyHash: source.bodyHash, body, reread: true };
}

/** Hubs may have been named by the headers of the answer, which are not kept. */
function withKnownHubs(document: FeedDocument, { memory }: Source): FeedDocument {
  const { hubUrls, selfUrl, hubOnPage } = memory;
  if (hubUrls === undefined || hubOnPage) return document;
  return { ...document, hubUrls, ...(selfUrl !== undefined && { selfUrl }) };
}
