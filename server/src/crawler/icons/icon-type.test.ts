// Which bytes are an icon.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iconType } from './icon-type.ts';

const rows: [what: string, bytes: number[], type: string | undefined][] = [
  ['an icon of Windows', [0, 0, 1, 0, 3, 0, 16], 'image/x-icon'],
  ['a cursor', [0, 0, 2, 0, 1, 0, 16], undefined],
  ['an icon without a picture', [0, 0, 1, 0, 0, 0], undefined],
  ['an icon that breaks off', [0, 0, 1], undefined],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  ['a page', [0x3c, 0x68, 0x74, 0x6d, 0x6c], undefined],
  ['nothing', [], undefined],
];
for (const [what, bytes, type] of rows) {
  test(`${what} is ${type ?? 'no icon'}`, () => assert.equal(iconType(Uint8Array.from(bytes)), type));
}
