import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zip } from '../../../test/zip.ts';
import { filesOf, unpacked } from './archives.ts';

const archive = zip({ 'a.opml': '<opml/>'.repeat(50), empty: '', 'ä.json': '[]' });

test('the files of an archive have their names and contents', () => {
  assert.deepEqual(
    filesOf(archive).map(({ name, read }) => [name, new TextDecoder().decode(read())]),
    [
      ['a.opml', '<opml/>'.repeat(50)],
      ['empty', ''],
      ['ä.json', '[]'],
    ],
  );
});

test('no damage to an archive can make the reading throw, unless its files become too long', () => {
  const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(damage, fc.nat(archive.length), (signs, length) => {
      const bytes = Uint8Array.from(archive).subarray(0, length < 20 ? length : archive.length);
      for (const [at, sign] of signs) bytes[at] = sign;
      for (const { read } of filesOf(bytes)) read();
    }),
    { numRuns: 5_000 },
  );
});

test('an archive within an archive is a file of it, whose own directory is not taken for the other one', () => {
  const inner = zip({ 'picture.jpg': randomBytes(10_000) });
  const [file, ...others] = filesOf(zip({ 'inner.zip': inner }));
  assert.deepEqual([file?.name, others], ['inner.zip', []]);
  assert.deepEqual(file?.read(), inner);
});

test('a compressed document that becomes too long is given up, however short it came', () => {
  const million = gzipSync(Buffer.alloc(1024 * 1024));
  assert.equal(unpacked(million)?.length, 1024 * 1024);
  assert.throws(() => unpacked(Buffer.concat(Array(101).fill(million))), RangeError);
});

test('files that break off count towards the limit of their archive, and so do long ones that unpack to nothing', () => {
  const packed = deflateRawSync(Buffer.alloc(100_000));
  // An empty block of five bytes, again and again, without a last one.
  const nothing = Buffer.alloc(400_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
  nothing[nothing.length - 5] = 1;
  for (const stream of [packed.subarray(0, -20), nothing]) {
    const files = filesOf(manyTimes(stream, 1_000));
    assert.equal(files.length, 1_000);
    let read = 0;
    assert.throws(() => {
      for (const file of files) {
        file.read();
        read++;
      }
    }, RangeError);
    assert.ok(read < 300, `${read} files were read`);
  }
});

test('files whose directory keeps their lengths in 64 bits are read, and count what they hold', () => {
  const text = randomBytes(200_000).toString('hex');
  const archive = manyTimes(deflateRawSync(text), 100, { isLength64: true, rest: 2_000_000 });
  const files = filesOf(archive);
  assert.equal(files.length, 100);
  for (const file of files) assert.equal(new TextDecoder().decode(file.read()), text);
});

/** An archive whose directory names one compressed stream so many times. `rest`: bytes between the stream and the directory. */
function manyTimes(stream: Buffer, times: number, { isLength64 = false, rest = 0 } = {}): Buffer {
  const [name, local, entry, end] = [
    Buffer.from('a.opml'),
    Buffer.alloc(30),
    Buffer.alloc(46),
    Buffer.alloc(22),
  ];
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(name.length, 26);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(isLength64 ? 0xffffffff : stream.length, 20);
  entry.writeUInt16LE(name.length, 28);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(local.length + name.length + stream.length + rest, 16);
  const directory = Array.from({ length: times }, () => [entry, name]).flat();
  return Buffer.concat([local, name, stream, Buffer.alloc(rest), ...directory, end]);
}
