// Presents the pictures of an Item with addresses of our own, for the extension app.courant.images.
import type { ProxiedImages } from '@courant/protocol';
import { withProxiedImages } from '../../library/images.ts';
import type { Library } from '../../library/library.ts';
import type { Item } from '../../model/item.ts';
import type { Call } from '../routing.ts';

/** How pictures are proxied for one user. */
export interface ImageProxy {
  html(html: string): string;
  address(url: string): string;
}

/** Undefined unless the call asks for proxied images (RFC 7240). */
export function imageProxyFor(
  library: Library,
  { request, userId }: Pick<Call, 'request'> & { userId: number },
): ImageProxy | undefined {
  const wishes = request.headers.get('Prefer')?.split(/[,;]/) ?? [];
  if (!wishes.some((wish) => /^\s*images\s*=\s*"?proxied"?\s*$/i.test(wish))) return undefined;
  return {
    html: (html) => withProxiedImages(library, userId, html),
    address: (url) => library.images.pathOf(userId, url),
  };
}

export function presentProxiedImages(item: Item, proxy: ImageProxy): ProxiedImages {
  const { content, summary, fullText, details } = item;
  // A text without pictures is left out: it would only be repeated.
  const proxied = (html: string | undefined): string | undefined => {
    if (html === undefined) return undefined;
    const told = proxy.html(html);
    return told === html ? undefined : told;
  };
  const texts = {
    content: proxied(content),
    summary: proxied(summary),
    full_text: proxied(fullText?.content),
  };
  const pictures = (details.enclosures ?? []).filter(({ type }) => type?.startsWith('image/'));
  return {
    ...(texts.content === undefined ? {} : { content: texts.content }),
    ...(texts.summary === undefined ? {} : { summary: texts.summary }),
    ...(texts.full_text === undefined ? {} : { full_text: texts.full_text }),
    ...(details.imageUrl === undefined ? {} : { image_url: proxy.address(details.imageUrl) }),
    ...(pictures.length === 0
      ? {}
      : { enclosures: pictures.map(({ url }) => ({ url, address: proxy.address(url) })) }),
  };
}
