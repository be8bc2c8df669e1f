// Texts as people look for them.

/** In small letters, without accents and without blanks at its ends: `Zürich` is found by `zurich`. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
