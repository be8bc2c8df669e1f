// Item ids: every form that apps send means one item, and anything that cannot be an id means none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { longId, readItemId, readItemIds } from './ids.ts';

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

test('each form of an id is read as that id', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const hex = id.toString(16);
      const forms = [
        String(id),
        longId(id),
        longId(id)
          .toUpperCase()
          .replace(/^.*ITEM\//, 'tag:google.com,2005:reader/item/'),
        `tag:google.com,2005:reader/item/${hex}`,
        hex.padStart(16, '0'),
      ];
      for (const form of forms) assert.equal(readItemId(form), id, form);
    }),
  );
});

const readings: [text: string, id: number | undefined][] = [
  // 16 decimal digits: microseconds, as other servers number their items.
  ['1750000000003000', 1_750_000_000_003_000],
  ['0006379da05b63e8', 0x6379da05b63e8],
  // Reeder pads with zeros, so 16 digits that begin with a zero are hexadecimal.
  ['0000000000000010', 16],
  ['a', 10],
  [' 5\n', 5],
  ['00000000000000010', undefined],
  ['9007199254740992', undefined],
  ['tag:google.com,2005:reader/item/ffffffffffffffff', undefined],
  ['-5', undefined],
  ['0', undefined],
  ['', undefined],
  ['x', undefined],
  ['1.5', undefined],
];
for (const [text, id] of readings) {
  test(`"${text}" is ${id === undefined ? 'no item of ours' : `item ${id}`}`, () => {
    assert.equal(readItemId(text), id);
  });
}

test('one bad id does not spoil a batch', () => {
  assert.deepEqual(readItemIds(['5', 'ffffffffffffffff', 'nonsense', longId(7)]), [5, 7]);
});
