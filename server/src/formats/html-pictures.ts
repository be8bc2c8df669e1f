// What is kept of a picture in a post: where it really is, if a script was to say so later; nothing of what is there only to be counted.

import { limits } from './limits.ts';
import { absoluteUrl } from './links.ts';
import { parseSrcset } from './srcset.ts';

type HtmlAttributes = Record<string, string>;

/** Where pages keep the address of a picture that a script loads later. */
const usualSources = ['data-src', 'data-lazy-src', 'data-original'];
const lazySources = [...usualSources, 'data-orig-file', 'data-url', 'data-hi-res-src'];
const lazySrcsets = ['data-srcset', 'data-lazy-srcset'];
/** What such an attribute mostly has is another picture, or the name of one: Pinterest's, for example. */
const otherMeaning = /pin|share|social|avatar|title|name/;
/** A class of this name says that `src` has a small or blurred copy until a script has loaded the picture. Jetpack leaves the picture there. */
const lazyClass = /(?<!jetpack-)\blazy|\bblur-?up\b/i;
/** The words are looked for once in each part of a path, and the type only after the first of them: one pattern for both could take minutes. */
const placeholder = /^data:|placeholder/i;
const placeholderWord = /blank|spacer|pixel|transparent|lazy|1x1|grey|loading/i;
const pictureType = /\.(?:gif|png|svg|jpe?g)/i;

/** Tracking pixels: they exist to be counted, not seen. */
const beacons =
  /^https?:\/\/(?:pixel\.wp\.com|stats\.wordpress\.com|feeds\.feedburner\.com\/~|feeds\.wordpress\.com\/1\.0\/)/i;

/** Sizes of nothing or a pixel, as attributes or in styles. A picture that grows to a least size, as those of Next.js do to that of their frame, has another. */
const sides = [
  { name: 'width', styled: /(?:^|[;\s])width\s*:\s*(?:0|[01]px)\s*(?:[;!]|$)/i },
  { name: 'height', styled: /(?:^|[;\s])height\s*:\s*(?:0|[01]px)\s*(?:[;!]|$)/i },
];

/** Pixels on each side up to which a picture in its own address only holds a place: mostly 1, or the ratio of the picture, such as 3 to 2. */
const speck = 4;
/** The width up to which a candidate stands for the picture in apps that do not know `srcset`: enough for their screens. */
const enoughPixels = 2_048;
/** A drawing in its own address that only holds a place is shorter; a formula is longer. */
const shortDrawing = 500;

/** The attributes of a picture; undefined if nothing of it can be shown, or nobody was to see it. */
export function judgeImage(
  kept: HtmlAttributes,
  found: HtmlAttributes,
  base: string,
): HtmlAttributes | undefined {
  const lazySrcset = parseSrcset(firstOf(found, lazySrcsets), base);
  const srcset = lazySrcset ?? parseSrcset(kept.srcset, base);
  const own = isHolder(kept.src, found) ? undefined : imageUrl(kept.src, base);
  const later = laterUrl(own, found, base);
  if (isTiny(found)) {
    if (later === undefined && lazySrcset === undefined) return undefined;
    // That is the size of what holds the place of the picture.
    delete kept.width;
    delete kept.height;
  }
  const known = later ?? own;
  const isKnown = known !== undefined && !/^data:/i.test(known) && !(lazySrcset && isPlaceholder(known));
  const src = isKnown || srcset === undefined ? known : mainOf(srcset);
  if (src === undefined || beacons.test(src)) return undefined;
  const { sizes, alt, title, width, height, dir, lang } = kept;
  const loading = 'lazy';
  return inOrder({ src, srcset, sizes: srcset && sizes, alt, title, width, height, loading, dir, lang });
}

/** What a `picture` offers instead of its `img`, and a film may load. */
export function judgeSource(
  kept: HtmlAttributes,
  found: HtmlAttributes,
  base: string,
): HtmlAttributes | undefined {
  const src = absoluteUrl(kept.src || found['data-src'], base);
  const srcset = parseSrcset(firstOf(found, lazySrcsets), base) ?? parseSrcset(kept.srcset, base);
  if (src === undefined && srcset === undefined) return undefined;
  const { sizes, media, dir, lang } = kept;
  const type = /^[\w./+-]{1,100}(?:;[\w\s=",.-]{0,100})?$/.exec(kept.type ?? '')?.[0];
  return inOrder({ src, srcset, sizes, type, media, dir, lang });
}

/** The words for a picture that is written into the post itself, as a drawing or too large to be kept: a formula, often. */
export function wordsFor(found: HtmlAttributes): string | undefined {
  const { src = '', alt = '', srcset } = found;
  if (src.length <= shortDrawing || srcset !== undefined || !/^\s*data:/i.test(src)) return undefined;
  const isShown = imageUrl(src, '') ?? firstOf(found, [...lazySources, ...lazySrcsets]) ?? otherSource(found);
  return isShown === undefined ? alt.trim() || undefined : undefined;
}

/** Where the picture is that a script would show in place of `own`; undefined if there is nothing to load, or no need for it. */
function laterUrl(own: string | undefined, found: HtmlAttributes, base: string): string | undefined {
  // Most pictures have nothing for a script, and need no closer look.
  if (!Object.keys(found).some((name) => name.startsWith('data-'))) return undefined;
  const isPicture = own !== undefined && !isPlaceholder(own);
  if (isPicture && !lazyClass.test(found.class ?? '')) return undefined;
  for (const name of isPicture ? usualSources : lazySources) {
    const url = imageUrl(unlessPattern(found[name]), base);
    if (url !== undefined) return url;
  }
  return isPicture ? undefined : imageUrl(otherSource(found), base);
}

/** Each program for lazy pictures has names of its own. A name without a slash is mostly that of the file as somebody had it. */
function otherSource(found: HtmlAttributes): string | undefined {
  const [, known] =
    Object.entries(found).find(([name, value]) => {
      if (!name.startsWith('data-') || otherMeaning.test(name) || /\s/.test(value.trim())) return false;
      const [path = ''] = value.trim().split(/[?#]/, 1);
      return /\.(?:jpe?g|png|gif|webp|avif)$/i.test(path) && path.includes('/') && !path.includes(',');
    }) ?? [];
  return unlessPattern(known);
}

/** Some scripts put the width into an address, `picture_{width}x.jpg`, and others find more than an address there. */
function unlessPattern(written: string | undefined): string | undefined {
  return /[{}]|%7b/i.test(written ?? '') ? undefined : written;
}

function isPlaceholder(src: string): boolean {
  if (placeholder.test(src)) return true;
  return src.split('/').some((part) => {
    const word = placeholderWord.exec(part);
    return word !== null && pictureType.test(part.slice(word.index + word[0].length));
  });
}

/** A picture in its own address that is there for its size, or, out of sight for those who are read to, as a blurred copy. */
function isHolder(src: string | undefined, found: HtmlAttributes): boolean {
  if (found['aria-hidden'] === 'true' && /^\s*data:/i.test(src ?? '')) return true;
  const [, type, data = ''] = /^\s*data:image\/(gif|png);base64,([\w+/]{1,40})/i.exec(src ?? '') ?? [];
  const start = Buffer.from(data, 'base64');
  if (/gif/i.test(type ?? '') && start.length >= 10)
    return start.readUInt16LE(6) <= speck && start.readUInt16LE(8) <= speck;
  return start.length >= 24 && start.readUInt32BE(16) <= speck && start.readUInt32BE(20) <= speck;
}

function isTiny(found: HtmlAttributes): boolean {
  const { style = '' } = found;
  if (/min-(?:width|height)\s*:\s*[1-9]/i.test(style)) return false;
  return sides.every(
    ({ name, styled }) => /^\s*[01](?:px)?\s*$/.test(found[name] ?? '') || styled.test(style),
  );
}

/**
 * An http(s) address, or a small raster picture as `data:`; not SVG, which is a document that may hold scripts. Notebooks write pictures over
 * lines of 76 characters. Undefined for what leads nowhere until a script has run, too: nothing, `#` and `about:blank`.
 */
function imageUrl(written: string | undefined, base: string): string | undefined {
  const trimmed = written?.trim() ?? '';
  if (trimmed.startsWith('#')) return undefined;
  if (!/^data:/i.test(trimmed)) return absoluteUrl(trimmed, base);
  if (trimmed.length > limits.dataImageChars) return undefined;
  const data = trimmed.replace(/\s+/g, '');
  return /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=]+$/i.test(data) ? data : undefined;
}

/** For apps that do not know `srcset`. Its candidates are separated by a comma and a blank. */
function mainOf(srcset: string): string | undefined {
  const all = srcset.split(', ').map((candidate) => {
    const [url, size = ''] = candidate.split(' ');
    return { url, width: size.endsWith('w') ? Number.parseInt(size, 10) : 0 };
  });
  return all.reduce((best, next) => (next.width > best.width && next.width <= enoughPixels ? next : best))
    .url;
}

/** Attributes in the order of the list of what is kept: what is sanitised again must come out the same. */
function inOrder(attributes: Record<string, string | undefined>): HtmlAttributes {
  const kept: HtmlAttributes = {};
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function firstOf(found: HtmlAttributes, names: readonly string[]): string | undefined {
  for (const name of names) if (found[name]) return found[name];
  return undefined;
}
