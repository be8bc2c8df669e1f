// ZIP archives for tests, written as other readers write them.
import { crc32, deflateRawSync } from 'node:zlib';

/** What most programs add to a file: when it was changed. */
const extra = Buffer.from('UT\x05\x00\x01\x00\x00\x00\x00', 'latin1');
const comment = Buffer.from('a comment');

/** Compressed, unless a file is empty or an archive itself. */
export function zip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [path, written] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), typeof written === 'string' ? Buffer.from(written) : written];
    const isStored = content.length === 0 || path.endsWith('.zip');
    const packed = isStored ? content : deflateRawSync(content);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(isStored ? 0 : 8, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(name.length, 22);
    about.writeUInt16LE(extra.length, 24);
    const place = Buffer.alloc(14);
    place.writeUInt16LE(comment.length, 0);
    place.writeUInt32LE(at, 10);
    locals.push(Buffer.from('PK\x03\x04'), about, name, extra, packed);
    entries.push(Buffer.from('PK\x01\x02\x14\x00'), about, place, name, extra, comment);
    at += 30 + name.length + extra.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}
