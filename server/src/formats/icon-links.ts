// The icons that a page names → the one that suits a list of feeds.

import { limits } from './limits.ts';
import type { Attributes } from './markup.ts';

/** Icons are shown at 16 to 32 points, on screens with two or three pixels to each. */
const smallest = 32;
const largest = 192;

interface IconLink {
  href: string;
  /** Undefined when the page does not say. */
  size: number | undefined;
  /** For the home screen of a phone: large, and often with a background of its own. */
  isTouch: boolean;
}

/** Collects the icon links of a page. */
export class IconLinks {
  private readonly links: IconLink[] = [];

  take(href: string, relations: readonly string[], { type = '', sizes = '' }: Attributes): void {
    const isTouch = relations.some((each) => /^apple-touch-icon(?:-precomposed)?$/.test(each));
    if ((!isTouch && !relations.includes('icon')) || this.links.length >= limits.pageIcons) return;
    // SVG may hold scripts, and apps cannot show it; a `data:` picture has no address.
    if (/svg/i.test(type) || /\.svgz?(?:[?#]|$)/i.test(href) || /^\s*data:/i.test(href)) return;
    const size = /^\s*(\d{1,4})x\d/i.exec(sizes)?.[1];
    this.links.push({ href, size: size === undefined ? undefined : Number(size), isTouch });
  }

  /** The smallest that is large enough, else the first without a size, else the largest. Its address is as written. */
  best(): string | undefined {
    const plain = this.links.filter(({ isTouch }) => !isTouch);
    const bySize = this.links
      .filter(({ size = 0 }) => size >= smallest && size <= largest)
      .sort((a, b) => Number(a.isTouch) - Number(b.isTouch) || (a.size ?? 0) - (b.size ?? 0));
    const unsized = plain.find(({ size }) => size === undefined);
    const rest = plain.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0));
    return (bySize[0] ?? unsized ?? rest[0] ?? this.links[0])?.href;
  }
}
