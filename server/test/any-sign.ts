// Texts of any signs, for property tests: `fc.string({ unit: anySign })`.
import fc from 'fast-check';

const LAST = 0x10ffff;
const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** Every other sign is one of ASCII. fast-check's own `binary` takes a second to list all signs there are before it makes its first text. */
export const anySign = fc
  .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: LAST - AFTER_SURROGATES + SURROGATES }))
  .map((n) => String.fromCodePoint(n < SURROGATES ? n : n - SURROGATES + AFTER_SURROGATES));
