// Guesses the encoding of a document in Latin letters that no label fits from the language that it says it is in: Polish, Czech, Turkish and
// the like have letters that Latin-1 does not have.

/** Their letters beyond ASCII, also those of their neighbours that names are written with. By the first part of a language tag (BCP 47). */
const lettersOf: Readonly<Partial<Record<string, string>>> = {
  az: 'çğıİöşü',
  bs: 'čćđšž',
  cs: 'áčďéěíňóřšťúůýžľĺôöüä',
  et: 'äöõüšž',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņōŗšūž',
  pl: 'ąćęłńóśźżéöü',
  ro: 'ăâîşţ',
  sk: 'áäčďéíĺľňóôŕšťúýžěřůöü',
  sl: 'čšžćđ',
  sr: 'čćđšž',
  tr: 'çğıİöşüâîû',
};

/** Of letters that occur at the same places in several of them, the first is chosen: Latin-1 is what there is without this guess. */
const encodings = ['windows-1252', 'iso-8859-2', 'windows-1250', 'windows-1254', 'windows-1257'] as const;

/** Of the document, enough to be sure. */
const MOST_BYTES = 65_536;
/** Of the letters beyond ASCII that a reading gives: all but a foreign name here and there belong to the language. */
const LEAST_SHARE = 0.9;

/** The label of the encoding in which the letters of a document are those of its language; undefined if that is Latin-1, or not known. */
export function encodingByLanguage(bytes: Uint8Array): string | undefined {
  const part = bytes.subarray(0, MOST_BYTES);
  const letters = lettersOf[languageOf(Buffer.from(part).toString('latin1')) ?? ''];
  if (letters === undefined) return undefined;
  const known = new Set([...letters, ...letters.toUpperCase()]);
  const shares = encodings.map((label) => shareOf(known, new TextDecoder(label).decode(part)));
  const best = Math.max(...shares);
  return best < LEAST_SHARE ? undefined : encodings[shares.indexOf(best)];
}

/** As the document tells it: `<language>` of RSS, `<dc:language>`, `xml:lang`, or `lang` of a page. */
function languageOf(text: string): string | undefined {
  const told =
    text.match(/<(?:dc:)?language>\s*(?:<!\[CDATA\[\s*)?([a-z]{2,3})\b/i) ??
    text.match(/<[a-z:]+\s[^<>]{0,1000}?\blang\s*=\s*["']([a-z]{2,3})\b/i);
  return told?.[1]?.toLowerCase();
}

/** What of the letters and other signs beyond ASCII are letters of the language. Quotation marks, dashes and blanks tell nothing. */
function shareOf(known: ReadonlySet<string>, text: string): number {
  let all = 0;
  let right = 0;
  for (const [sign] of text.matchAll(/[\x80-\xff\u0100-\uffff]/g)) {
    if (known.has(sign)) right++;
    else if (/[\p{Pi}\p{Pf}\p{Pd}\p{Zs}„‚…•]/u.test(sign)) continue;
    all++;
  }
  return all === 0 ? 0 : right / all;
}
