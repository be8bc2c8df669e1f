import assert from 'node:assert/strict';
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import fc from 'fast-check';
import { decodeBody } from './decode-body.ts';
import { BrokenFetch } from './failure.ts';
import { webLimits } from './limits.ts';

const limits = { maxBytes: 1_000_000, maxEncodings: 2 };
const feed = Buffer.from(
  `<?xml version="1.0"?><rss>${Array.from({ length: 5000 }, (_, n) => `<i>${n * 7919}</i>`)}</rss>`,
);
const junk = Buffer.from('\n\n<!-- 0.2 s -->\n');

const packings: [string, Uint8Array][] = [
  ['gzip', gzipSync(feed)],
  ['x-gzip', gzipSync(feed)],
  ['GZIP', gzipSync(feed)],
  ['deflate', deflateSync(feed)],
  ['br', brotliCompressSync(feed)],
  ['', feed],
  ['identity', feed],
  ['identity, gzip', gzipSync(feed)],
  ['gzip, gzip', gzipSync(gzipSync(feed))],
  ['gzip, br', brotliCompressSync(gzipSync(feed))],
];

for (const [encoding, packed] of packings) {
  test(`a body packed as "${encoding}" is unpacked`, async () => {
    const { bytes, isBroken } = await decodeBody(packed, encoding, limits);
    assert.deepEqual(Buffer.from(bytes), feed);
    assert.equal(isBroken, false);
  });
}

test('what came packed once, and whole, is handed on as it came', async () => {
  const [zipped, pressed] = [gzipSync(feed), brotliCompressSync(feed)];
  for (const encoding of ['gzip', 'x-gzip', 'identity, GZIP'])
    assert.deepEqual((await decodeBody(zipped, encoding, limits)).packed, { packing: 'gzip', bytes: zipped });
  assert.deepEqual((await decodeBody(pressed, 'br', limits)).packed, { packing: 'br', bytes: pressed });
  const others: [string, Uint8Array][] = [
    ['gzip, gzip', gzipSync(zipped)],
    ['deflate', deflateSync(feed)],
    ['br', pressed.subarray(0, 500)],
    ['br', new Uint8Array()],
    ['', zipped],
    ['gzip', feed],
    ['gzip', new Uint8Array()],
    ['gzip', zipped.subarray(0, 500)],
    ['gzip', Buffer.concat([zipped, junk])],
  ];
  for (const [encoding, wire] of others)
    assert.equal((await decodeBody(wire, encoding, limits)).packed, undefined, encoding);
});

test('of the long bodies that come together, with damaged and cut ones among them, only so many are unpacked at once', {
  timeout: 120_000,
}, async (t) => {
  const long = Buffer.concat([randomBytes(2 * webLimits.longPackedBytes), feed]);
  const damaged = gzipSync(long).fill(0, 1_000, 2_000);
  const cut = gzipSync(long).subarray(0, -webLimits.longPackedBytes / 2);
  // So many that no place would be left if one of them kept its own.
  const bodies = [damaged, cut, gzipSync(long)].flatMap((packed) =>
    Array.from({ length: webLimits.unpackedAtOnce + 1 }, () => packed),
  );
  const which = new AsyncLocalStorage<number>();
  const underWay = new Set<number | undefined>();
  let most = 0;
  const hook = createHook({
    init(_id, type) {
      if (type !== 'ZLIB') return;
      underWay.add(which.getStore());
      most = Math.max(most, underWay.size);
    },
  }).enable();
  t.after(() => hook.disable());
  const results = await Promise.all(
    bodies.map((packed, index) =>
      which.run(index, async () => {
        const body = await decodeBody(packed, 'gzip', limits).catch(() => undefined);
        underWay.delete(index);
        if (body === undefined) return 'damaged';
        assert.ok(long.subarray(0, body.bytes.length).equals(body.bytes));
        return body.isBroken ? 'cut' : body.bytes.length;
      }),
    ),
  );
  assert.deepEqual(
    results,
    ['damaged', 'cut', long.length].flatMap((result) => Array(webLimits.unpackedAtOnce + 1).fill(result)),
  );
  // A place is handed on just before its result is seen here.
  assert.ok(most <= webLimits.unpackedAtOnce + 1, `${most} at once`);
});

test('deflate without the header of zlib is unpacked', async () => {
  assert.deepEqual(Buffer.from((await decodeBody(deflateRawSync(feed), 'deflate', limits)).bytes), feed);
});

test('a gzip file of several members is unpacked', async () => {
  const packed = Buffer.concat([gzipSync(feed.subarray(0, 999)), gzipSync(feed.subarray(999))]);
  assert.deepEqual(Buffer.from((await decodeBody(packed, 'gzip', limits)).bytes), feed);
});

for (const encoding of ['gzip', 'deflate', 'br']) {
  test(`plain text that says it is ${encoding} is taken as it is`, async () => {
    const { bytes, isBroken } = await decodeBody(feed, encoding, limits);
    assert.deepEqual(Buffer.from(bytes), feed);
    assert.equal(isBroken, false);
  });

  test(`a plain JSON Feed that says it is ${encoding} is taken as it is`, async () => {
    for (const start of [
      '{"version":"https://jsonfeed.org/version/1"',
      '\ufeff{ "title": "T"',
      '\n{\r\n\t"_my-key" : 1',
    ]) {
      const json = Buffer.from(`${start},"items":[]}`);
      const { bytes, isBroken, packed } = await decodeBody(json, encoding, limits);
      assert.deepEqual(
        [Buffer.from(bytes).toString(), isBroken, packed],
        [json.toString(), false, undefined],
      );
    }
  });

  test(`an empty body that says it is ${encoding} is empty`, async () => {
    assert.equal((await decodeBody(new Uint8Array(), encoding, limits)).bytes.length, 0);
  });
}

test('a packed JSON Feed of any length is never taken for a plain one', async () => {
  for (let items = 0; items < 300; items++) {
    const list = Array.from({ length: items }, (_, n) => ({ id: String(n * 7919), title: 'T' }));
    const json = Buffer.from(JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: list }));
    const packs: [string, Uint8Array][] = [
      ['br', brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: items % 7 } })],
      ['deflate', deflateSync(json)],
      ['deflate', deflateRawSync(json, { strategy: constants.Z_FIXED })],
    ];
    for (const [encoding, wire] of packs)
      assert.ok(json.equals((await decodeBody(wire, encoding, limits)).bytes), `${encoding}, ${items}`);
  }
});

test('junk behind a gzip file does not spoil it, but is told', async () => {
  const { bytes, isBroken } = await decodeBody(Buffer.concat([gzipSync(feed), junk]), 'gzip', limits);
  assert.deepEqual(Buffer.from(bytes), feed);
  assert.equal(isBroken, true);
});

test('junk behind a gzip file of several members spoils none of them', async () => {
  const members = [
    feed.subarray(0, 999),
    feed.subarray(999, 999),
    feed.subarray(999, 5000),
    feed.subarray(5000),
  ];
  const packed = members.map((member) => gzipSync(member));
  for (const behind of ['\n', '\n\n', '   ', junk, '0123456789 0123456789 0123456789', '\x1f']) {
    const wire = Buffer.concat([...packed, Buffer.from(behind)]);
    const { bytes, isBroken, packed: asItCame } = await decodeBody(wire, 'gzip', limits);
    assert.ok(feed.equals(bytes), `${bytes.length} bytes before ${JSON.stringify(behind)}`);
    assert.deepEqual([isBroken, asItCame], [true, undefined]);
  }
});

test('members with junk behind them unpack to no more than may be, all together', async () => {
  const wire = Buffer.concat([gzipSync(feed), gzipSync('x'), gzipSync(''), junk]);
  const enough = { ...limits, maxBytes: feed.length + 1 };
  assert.equal((await decodeBody(wire, 'gzip', enough)).bytes.length, feed.length + 1);
  for (const maxBytes of [feed.length, feed.length - 1]) {
    await assert.rejects(decodeBody(wire, 'gzip', { ...limits, maxBytes }), { reason: 'too-large' });
  }
});

test('of a flood of members with junk behind it the first are kept', async () => {
  const wire = Buffer.concat([...new Array<Buffer>(webLimits.maxMembers + 5).fill(gzipSync('x')), junk]);
  const { bytes, isBroken } = await decodeBody(wire, 'gzip', limits);
  assert.deepEqual([bytes.length, isBroken], [webLimits.maxMembers, true]);
});

test('junk behind a gzip file with name, comment, extra field and checksum does not spoil it', async () => {
  const plain = gzipSync(feed);
  const header = Buffer.from([...plain.subarray(0, 3), 0b11110, ...plain.subarray(4, 10)]);
  const extra = Buffer.from('\x03\x00abcname\x00comment\x00', 'latin1');
  const checksum = crc16(Buffer.concat([header, extra]));
  const packed = Buffer.concat([header, extra, checksum, plain.subarray(10), junk]);
  assert.deepEqual(Buffer.from((await decodeBody(packed, 'gzip', limits)).bytes), feed);
});

for (const [encoding, packed] of packings.slice(0, 5)) {
  test(`what came of a ${encoding} body that breaks off is kept, and told`, async () => {
    const half = packed.subarray(0, packed.length / 2);
    const { bytes, isBroken } = await decodeBody(half, encoding, limits);
    assert.equal(isBroken, true);
    assert.ok(bytes.length > 1000 && bytes.length < feed.length, `${bytes.length}`);
    assert.deepEqual(Buffer.from(bytes), feed.subarray(0, bytes.length));
  });
}

test('a gzip file that breaks off in its header is empty, and told', async () => {
  const { bytes, isBroken } = await decodeBody(gzipSync(feed).subarray(0, 5), 'gzip', limits);
  assert.deepEqual([bytes.length, isBroken], [0, true]);
});

test('a damaged stream is refused', async () => {
  for (const at of [0.5, 1]) {
    const packed = gzipSync(feed);
    const damaged = at === 1 ? packed.length - 7 : Math.floor(packed.length * at);
    packed.writeUInt8(packed.readUInt8(damaged) ^ 0xff, damaged);
    await assert.rejects(decodeBody(packed, 'gzip', limits), { reason: 'bad-encoding' });
  }
  await assert.rejects(decodeBody(Buffer.from('no brotli'), 'br', limits), { reason: 'bad-encoding' });
});

test('a plain document whose label names no packing at all is taken as it is', async () => {
  for (const label of ['utf-8', 'none', 'binary', 'text/xml; charset=UTF-8', 'gzip, utf-8']) {
    const { bytes, isBroken } = await decodeBody(feed, label, limits);
    assert.deepEqual([Buffer.from(bytes), isBroken], [feed, false], label);
  }
});

test('unknown, missing and endless encodings are refused', async () => {
  for (const encoding of [
    'zstd',
    'compress',
    'gzip, nonsense',
    'utf-8',
    new Array(50).fill('gzip').join(', '),
  ]) {
    await assert.rejects(decodeBody(gzipSync(feed), encoding, limits), { reason: 'bad-encoding' }, encoding);
  }
});

test('whatever comes under whatever label is unpacked, saved in part or refused, and never longer than may be', async () => {
  const maxBytes = 2_000;
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => gzipSync(bytes)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => gzipSync(bytes).subarray(0, -5)),
    fc.string({ maxLength: 300 }).map((text) => brotliCompressSync(text)),
    fc.string({ maxLength: 300 }).map((text) => deflateRawSync(text)),
    fc.nat(4_000).map((length) => deflateSync(Buffer.alloc(length))),
    fc
      .constantFrom('\x1f\x8b', '\x1f\x8b\x08\x1f', '<rss', '{"a":', '\n\n', '\0')
      .map((text) => Buffer.from(text, 'latin1')),
  );
  const wires = fc.array(piece, { maxLength: 4 }).map((pieces) => Buffer.concat(pieces));
  const labels = fc.constantFrom(
    'gzip',
    'x-gzip',
    'deflate',
    'br',
    'gzip, br',
    'deflate,gzip',
    'identity',
    '',
  );
  const check = async (wire: Uint8Array, label: string): Promise<void> => {
    try {
      const { bytes, packed } = await decodeBody(wire, label, { ...limits, maxBytes });
      if (bytes !== wire) assert.ok(bytes.length <= maxBytes);
      if (packed === undefined) return;
      const again = packed.packing === 'gzip' ? gunzipSync(packed.bytes) : brotliDecompressSync(packed.bytes);
      assert.deepEqual(again, Buffer.from(bytes), 'what is kept as it came can be read again');
    } catch (error) {
      if (!(error instanceof BrokenFetch)) throw error;
    }
  };
  await fc.assert(fc.asyncProperty(wires, labels, check), { seed: 42, numRuns: 500 });
});

test('what unpacks to more than may be is refused, exactly there', async () => {
  const exact = { ...limits, maxBytes: feed.length };
  const less = { ...limits, maxBytes: feed.length - 1 };
  for (const [encoding, packed] of packings.filter(([name]) => /gzip$|deflate|br/.test(name))) {
    assert.equal((await decodeBody(packed, encoding, exact)).bytes.length, feed.length, encoding);
    await assert.rejects(decodeBody(packed, encoding, less), { reason: 'too-large' }, encoding);
  }
});

test('a broken stream that unpacks to more than may be is refused as well', async () => {
  const zeros = gzipSync(Buffer.alloc(4_000_000));
  for (const packed of [Buffer.concat([zeros, junk]), zeros.subarray(0, -100)]) {
    await assert.rejects(decodeBody(packed, 'gzip', limits), { reason: 'too-large' });
  }
});

test('a bomb of a gigabyte costs no more than may be', async () => {
  // A block flushed at a byte boundary can be repeated any number of times, so the gigabyte is never made.
  const piece = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
  const bomb = Buffer.concat([gzipSync('').subarray(0, 10), ...new Array<Buffer>(1024).fill(piece)]);
  const before = process.memoryUsage().rss;
  for (const maxBytes of [1 << 20, 25 << 20]) {
    await assert.rejects(decodeBody(bomb, 'gzip', { ...limits, maxBytes }), { reason: 'too-large' });
  }
  const grownMiB = (process.memoryUsage().rss - before) >> 20;
  assert.ok(grownMiB < 150, `${grownMiB} MiB`);
});

/** The low half of CRC-32 (RFC 1952 §2.3.1.2), taken from the trailer of a gzip file. */
function crc16(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes).subarray(-8, -6);
}
