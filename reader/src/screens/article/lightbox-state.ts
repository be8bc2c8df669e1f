// Which pictures the lightbox shows.
import { signal } from '@preact/signals';

interface OpenPicture {
  src: string;
  srcset: string;
  alt: string;
  /** How wide the article shows it. */
  width: number;
}

export interface OpenPictures {
  pictures: OpenPicture[];
  index: number;
}

export const openPictures = signal<OpenPictures | undefined>(undefined);

export function openPicture(all: readonly HTMLImageElement[], which: HTMLImageElement): void {
  openPictures.value = {
    pictures: all.map(({ currentSrc, src, srcset, alt, width }) => ({
      src: currentSrc || src,
      srcset,
      alt,
      width,
    })),
    index: Math.max(0, all.indexOf(which)),
  };
}
