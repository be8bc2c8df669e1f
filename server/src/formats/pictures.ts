// Pictures that a post carries beside its words: shown below them where the words have none of their own.

import { decodeHTMLAttribute, escapeAttribute } from 'entities';
import { attributeOf, childOf, childrenOf, countIn, textOf } from './elements.ts';
import { limits } from './limits.ts';
import { absoluteUrl, resolveBase } from './links.ts';
import type { Element } from './xml-tree.ts';

/** A picture as written, with what its address is relative to. */
export interface WrittenPicture {
  value: string | undefined;
  base: string;
  /** What it shows, in words. */
  alt?: string | undefined;
  /** Pixels. */
  width?: number | undefined;
  /** Not for everybody's eyes: it is shown only when somebody asks for it. */
  hidden?: boolean;
  /** The still of a film that can be seen on the page of the post only: it leads there. */
  still?: boolean;
}

/** A file as written. */
interface WrittenFile {
  type?: string | undefined;
  value: string | undefined;
}

/** Pictures of Media RSS. Of a group, which has one picture in several sizes, only the widest. */
export function mediaPictures(post: Element, base: string): WrittenPicture[] {
  const groups = childrenOf(post, 'media:group');
  const pictures = groups.map((group) => picturesIn(group, base));
  return [
    ...groups.flatMap((group) => stillsOf(group, base)),
    ...picturesIn(post, base),
    ...pictures.flatMap(widestIfSized),
  ];
}

/** YouTube still gives every video this type; no program plays it, and the post's link leads to the video. */
export const forPlugins = 'application/x-shockwave-flash';

/** Whether an element of Media RSS is a picture, and no audio or video: Mastodon calls a film without sound an image. */
export function isPicture(media: Element): boolean {
  const type = attributeOf(media, 'type');
  if (attributeOf(media, 'medium') === 'image') return !/^(?:audio|video)\//i.test(type ?? '');
  return isPictureFile({ type, value: attributeOf(media, 'url') });
}

const pictureName = /\.(?:jpe?g|png|gif|webp|avif)(?:$|\?)/i;

/** Whether a file is a picture: by its type, or by its name if nobody says the type. */
export function isPictureFile({ type = '', value = '' }: WrittenFile): boolean {
  return /^image\//i.test(type) || (!type.includes('/') && pictureName.test(value));
}

/** A smiley as Mastodon and forums name it, or as WordPress does. */
const smiley =
  /^(?::[\w+-]+:|[\p{Extended_Pictographic}\p{Regional_Indicator}][\p{Extended_Pictographic}\p{Emoji_Component}]*)$/u;
/** Pixels up to which a picture belongs to a line of text. */
const lineHeight = 48;

/** Whether sanitised words have a picture of their own. Smileys among them are none. */
export function havePicture(html: string): boolean {
  return (html.match(/<img\b[^>]*>/g) ?? []).some((image) => {
    const [, src = ''] = / src="([^"]*)"/.exec(image) ?? [];
    const [, alt = ''] = / alt="([^"]*)"/.exec(image) ?? [];
    const [, height = '0'] = / height="(\d+)"/.exec(image) ?? [];
    return !isAvatar(src) && !(smiley.test(alt) && Number(height) <= lineHeight);
  });
}

/** The width up to which a picture among the words may be a thumbnail of one that is attached: Flickr's are 240 pixels wide. */
const thumbnailWidth = 320;

/**
 * Sanitised words with an attached picture in place of its thumbnail, which apps that do not know `srcset` go on showing. Undefined where their
 * only picture is no thumbnail of one.
 */
export function withLarger(html: string, written: readonly WrittenPicture[]): string | undefined {
  const [image, another] = html.match(/<img\b[^>]*>/g) ?? [];
  const [, src] = / src="([^"]*)"/.exec(image ?? '') ?? [];
  const [, width] = / width="(\d+)"/.exec(image ?? '') ?? [];
  if (image === undefined || another !== undefined || src === undefined || image.includes(' srcset="'))
    return undefined;
  const shown = Number(width ?? Number.NaN);
  if (!(shown <= thumbnailWidth)) return undefined;
  const small = decodeHTMLAttribute(src);
  const [larger] = written
    .filter(({ hidden, width = Number.POSITIVE_INFINITY }) => !hidden && width > shown)
    .sort((a, b) => (b.width ?? 0) - (a.width ?? 0))
    .map(({ value, base }) => absoluteUrl(value, base))
    .filter((url) => url !== undefined && url !== small && nameOf(url) === nameOf(small));
  if (larger === undefined) return undefined;
  const address = escapeAttribute(larger.replaceAll(',', '%2C'));
  const unsized = image.replace(/ (?:width|height)="\d+"/g, '');
  return html.replace(image, () =>
    unsized.replace(/ src="[^"]*"/, (found) => `${found} srcset="${address}"`),
  );
}

/** Avatars show the author, not what the post is about. */
export function isAvatar(address: string): boolean {
  return /gravatar\.com\/avatar|^https:\/\/avatars\d*\.githubusercontent\.com\/|\/uploads\/-\/system\/user\/avatar\//i.test(
    address,
  );
}

/** The pictures as HTML, each once and in its largest size. Undefined without any. */
export function picturesAsHtml(written: readonly WrittenPicture[], page?: string): string | undefined {
  const found = new Map<string, WrittenPicture & { url: string }>();
  for (const picture of written) {
    const url = absoluteUrl(picture.value, picture.base);
    if (url === undefined || isAvatar(url)) continue;
    const known = found.get(nameOf(url));
    if (known === undefined && found.size >= limits.pictures) continue;
    const isLarger = known === undefined || (picture.width ?? 0) > (known.width ?? 0);
    const best = isLarger ? { ...picture, url } : known;
    const hidden = picture.hidden || known?.hidden;
    found.set(nameOf(url), { ...best, alt: known?.alt ?? picture.alt, ...(hidden && { hidden }) });
  }
  return found.size === 0 ? undefined : [...found.values()].map((picture) => asHtml(picture, page)).join('');
}

function picturesIn(parent: Element, base: string): WrittenPicture[] {
  return childrenOf(parent, 'media:content')
    .filter(isPicture)
    .map((media) => ({
      value: attributeOf(media, 'url'),
      base: resolveBase(base, media.bases),
      alt: textOf(media, 'media:description') ?? textOf(media, 'media:title'),
      width: countIn(attributeOf(media, 'width')),
      hidden: textOf(media, 'media:rating') === 'adult',
    }));
}

function stillsOf(group: Element, base: string): WrittenPicture[] {
  const films = childrenOf(group, 'media:content').map((media) => attributeOf(media, 'type'));
  const still = films.includes(forPlugins) ? childOf(group, 'media:thumbnail') : undefined;
  if (still === undefined) return [];
  const value = attributeOf(still, 'url');
  return [{ value, base: resolveBase(base, still.bases), alt: textOf(group, 'media:title'), still: true }];
}

function widestIfSized(pictures: WrittenPicture[]): WrittenPicture[] {
  const sized = pictures.filter(({ width }) => width !== undefined);
  if (sized.length === 0 || sized.length < pictures.length) return pictures;
  return sized.sort((a, b) => (b.width ?? 0) - (a.width ?? 0)).slice(0, 1);
}

/** What says the size of a picture, or how it is packed, where a script gives it: `image.php?id=1&w=300`. */
const sizing = /&(?:w|h|s|q|width|height|size|quality|dpr|fit|crop|resize|auto|fm|format)=[^&]*/gi;

/** Newspapers name one picture in several sizes, told apart by a query; WordPress by an ending, `photo-300x200.jpg`, and Flickr by a letter. */
function nameOf(url: string): string {
  const [path = '', query = ''] = url.replace(/#.*$/s, '').split(/\?(.*)/s);
  if (!pictureName.test(path)) return `${path}?${`&${query}`.replace(sizing, '')}`;
  const ending = /^https?:\/\/[\w.-]+\.staticflickr\.com\//i.test(path)
    ? /_[a-z](?=\.[a-z]+$)/i
    : /-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i;
  return path.replace(ending, '');
}

function asHtml({ url, alt, hidden, still }: WrittenPicture & { url: string }, page?: string): string {
  const words = alt === undefined ? '' : ` alt="${escapeAttribute(alt)}"`;
  const image = `<img src="${escapeAttribute(url)}"${words}>`;
  const isLink = still && page !== undefined;
  const picture = isLink ? `<p><a href="${escapeAttribute(page)}">${image}</a></p>` : `<p>${image}</p>`;
  // Without a summary, browsers write one in the language of whoever reads.
  return hidden ? `<details>${picture}</details>` : picture;
}
