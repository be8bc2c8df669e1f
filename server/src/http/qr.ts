// QR codes (ISO/IEC 18004), in byte mode with the lowest level of error correction: a screen needs no more.

/** Side length in modules, and an SVG path that fills the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** By version: error correction bytes per block, number of blocks, data bytes per block, and positions of the alignment patterns. */
const versions: [repair: number, blocks: number, data: number, marks: number[]][] = [
  [7, 1, 19, []],
  [10, 1, 34, [6, 18]],
  [15, 1, 55, [6, 22]],
  [20, 1, 80, [6, 26]],
  [26, 1, 108, [6, 30]],
  [18, 2, 68, [6, 34]],
  [20, 2, 78, [6, 22, 38]],
  [24, 2, 97, [6, 24, 42]],
  [30, 2, 116, [6, 26, 46]],
];

/** Mode (4 bits) and length (8 bits) before the bytes, and a terminator of 4 bits after them. */
const FRAME_BYTES = 2;

/** The code of a text; undefined if it is longer than 230 bytes. */
export function qrCode(text: string): QrCode | undefined {
  const bytes = new TextEncoder().encode(text);
  const index = versions.findIndex(([, blocks, data]) => bytes.length + FRAME_BYTES <= blocks * data);
  const version = versions[index];
  if (!version) return undefined;
  const [repair, blocks, data, marks] = version;
  const grid = new Grid(21 + 4 * index);
  grid.drawFrame(marks, index + 1);
  grid.drawBits(bitsOf(interleaved(framed(bytes, blocks * data), { repair, data })));
  return { size: grid.size, path: grid.path() };
}

class Grid {
  readonly size: number;
  readonly #dark: boolean[][];
  /** Function patterns and format information, which are not masked. */
  readonly #isFrame: boolean[][];

  constructor(size: number) {
    this.size = size;
    const empty = (): boolean[][] => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.#dark = empty();
    this.#isFrame = empty();
  }

  drawFrame(marks: readonly number[], version: number): void {
    const { size } = this;
    for (let at = 0; at < size; at++) {
      this.#set(at, 6, at % 2 === 0);
      this.#set(6, at, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.#square(x, y, 4, [2, 4]);
    const last = marks.at(-1);
    // Three corners already have their finder patterns.
    for (const x of marks)
      for (const y of marks)
        if (!((x === 6 && (y === 6 || y === last)) || (y === 6 && x === last))) this.#square(x, y, 2, [1]);
    this.#drawFormat();
    if (version >= 7) this.#drawVersion(version);
  }

  /** §7.7.3: in columns two wide, from the right, upwards and downwards in turn. The mask is a chequerboard (000). */
  drawBits(bits: readonly boolean[]): void {
    const { size } = this;
    let next = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        const isUpwards = ((right + 1) & 2) === 0;
        const y = isUpwards ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.#isFrame[y]?.[x]) continue;
          const row = this.#dark[y];
          if (row) row[x] = (bits[next] ?? false) !== ((x + y) % 2 === 0);
          next++;
        }
      }
    }
  }

  path(): string {
    return this.#dark
      .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('');
  }

  #set(x: number, y: number, isDark: boolean): void {
    const [row, frame] = [this.#dark[y], this.#isFrame[y]];
    if (!row || !frame || x < 0 || x >= this.size) return;
    row[x] = isDark;
    frame[x] = true;
  }

  /** Concentric rings around a centre module; those at the distances in `light` are light. */
  #square(x: number, y: number, radius: number, light: readonly number[]): void {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        this.#set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  /** §7.9: level L (01) and mask 000, with error correction bits, then masked. */
  #drawFormat(): void {
    const { size } = this;
    const bits = withRemainder(0b01000, 10, 0x537) ^ 0x5412;
    const bit = (at: number): boolean => ((bits >>> at) & 1) === 1;
    for (let at = 0; at <= 5; at++) this.#set(8, at, bit(at));
    this.#set(8, 7, bit(6));
    this.#set(8, 8, bit(7));
    this.#set(7, 8, bit(8));
    for (let at = 9; at < 15; at++) this.#set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) this.#set(size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) this.#set(8, size - 15 + at, bit(at));
    this.#set(8, size - 8, true);
  }

  /** §7.10: the version, with error correction bits. */
  #drawVersion(version: number): void {
    const bits = withRemainder(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const isDark = ((bits >>> at) & 1) === 1;
      const [long, short] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
      this.#set(long, short, isDark);
      this.#set(short, long, isDark);
    }
  }
}

/** A number followed by the remainder of its polynomial division over GF(2). */
function withRemainder(value: number, length: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < length; step++) rest = (rest << 1) ^ ((rest >>> (length - 1)) * divisor);
  return (value << length) | rest;
}

/** Mode 0100, length, bytes, terminator 0000, then padding bytes. */
function framed(bytes: Uint8Array, capacity: number): number[] {
  const nibbles = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const words: number[] = [];
  for (let at = 0; at < nibbles.length; at += 2)
    words.push(((nibbles[at] ?? 0) << 4) | (nibbles[at + 1] ?? 0));
  for (let filler = 0xec; words.length < capacity; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

/** §7.6: the first byte of each block, then the second of each, and so on; then their error correction bytes in the same way. */
function interleaved(words: readonly number[], { repair, data }: { repair: number; data: number }): number[] {
  const divisor = generator(repair);
  const blocks: number[][] = [];
  for (let at = 0; at < words.length; at += data) blocks.push(words.slice(at, at + data));
  const repairs = blocks.map((block) => remainder(block, divisor));
  const woven = (lists: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, at) => lists.map((list) => list[at] ?? 0)).flat();
  return [...woven(blocks, data), ...woven(repairs, repair)];
}

/** The generator polynomial: the product of (x - 2^i), without its leading 1. */
function generator(degree: number): number[] {
  const result = Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  for (let root = 1, step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) {
      result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return result;
}

function remainder(block: readonly number[], divisor: readonly number[]): number[] {
  const rest = Array<number>(divisor.length).fill(0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((each, at) => {
      rest[at] = (rest[at] ?? 0) ^ times(each, factor);
    });
  }
  return rest;
}

/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

function bitsOf(words: readonly number[]): boolean[] {
  return words.flatMap((word) => Array.from({ length: 8 }, (_, at) => ((word >>> (7 - at)) & 1) === 1));
}
