import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrCode } from './qr.ts';

/** As an independent decoder has read it (jsQR 1.4.0, which has also read every length from 1 to 230 bytes). */
const courant = `
#######..#.##.#######
#.....#..###..#.....#
#.###.#.##.##.#.###.#
#.###.#..#.#..#.###.#
#.###.#...#.#.#.###.#
#.....#.....#.#.....#
#######.#.#.#.#######
........##.##........
###.########.##...#..
..###..##.....##..###
###.####..#.#...##.##
....#....#....##....#
..#...#...#.#.####..#
........#..#.#..#..##
#######.#.##.########
#.....#.######.##...#
#.###.#.####.###.#.##
#.###.#..#....####.#.
#.###.#.##..#..##...#
#.....#.###...#....#.
#######.#.#.#.#.#..##`;

test('the code of a short word is, square by square, one that readers of codes have read', () => {
  const code = qrCode('courant');
  assert.ok(code);
  const rows = Array.from({ length: code.size }, () => Array<string>(code.size).fill('.'));
  for (const [, x, y] of code.path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)];
    if (row) row[Number(x)] = '#';
  }
  assert.equal(rows.map((row) => row.join('')).join('\n'), courant.trim());
});

/** Lengths of texts, the size of their code, and the hash of a path that the same decoder has read. */
const rows: [length: number, size: number, hash: string][] = [
  [30, 25, '2b37c516dc39e23b'],
  [50, 29, '8597732871a9a0df'],
  [78, 33, '16dab872f1e87301'],
  [80, 37, '44e59ce0d0aab1e1'],
  [108, 41, 'cac75d4ac6be86cb'],
  [136, 45, 'f0c25cab8be1998f'],
  [156, 49, 'f0fd684f25232852'],
  [194, 53, '5313b001471ef1c0'],
  [230, 53, 'cdb775dbff4b1a6d'],
];
for (const [length, size, hash] of rows) {
  test(`a text of ${length} bytes has a code of ${size} squares a side`, () => {
    const code = qrCode('n'.repeat(length));
    assert.equal(code?.size, size);
    assert.equal(
      createHash('sha256')
        .update(code?.path ?? '')
        .digest('hex')
        .slice(0, 16),
      hash,
    );
  });
}

test('a longer text has no code', () => {
  assert.equal(qrCode('n'.repeat(231)), undefined);
  assert.equal(qrCode('ü'.repeat(116)), undefined);
});
