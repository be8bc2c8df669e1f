// Names at a length that an index of either database can hold, however long the guids, links and sites are that publishers write.
import { hash } from 'node:crypto';

/** PostgreSQL holds at most 2,704 bytes in a row of an index, in which a name stands beside the id of a source. */
const NAME_BYTES = 2_600;
/** Of these for a guid: what tells several posts of one guid apart stands behind it. Documents give as many characters. */
const GUID_BYTES = 2_000;

/** The name itself if it is short enough, else with hashes in place of what is too long: of a guid alone, and of all that is behind it. */
export function shortName(name: string): string {
  // No character takes more than three bytes for each of its units.
  if (3 * name.length <= GUID_BYTES) return name;
  const isGuid = name.startsWith('g:');
  const [guid = ''] = isGuid ? name.split('\n', 1) : [name];
  const behind = name.slice(guid.length);
  const start = fits(guid, isGuid ? 2 + GUID_BYTES : NAME_BYTES)
    ? guid
    : `${guid.slice(0, 2)}${hashed(guid.slice(2))}`;
  return fits(start + behind, NAME_BYTES) ? start + behind : `${start}\n${hashed(behind)}`;
}

function fits(text: string, bytes: number): boolean {
  return Buffer.byteLength(text) <= bytes;
}

/** As guids of documents are hashed, so that an import that gives one in full finds its post. */
function hashed(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`;
}
