// Which pictures the lightbox shows.
import { signal } from '@preact/signals';

export interface OpenPictures {
  pictures: { src: string; srcset: string; alt: string }[];
  index: number;
}

export const openPictures = signal<OpenPictures | undefined>(undefined);

export function openPicture(all: readonly HTMLImageElement[], which: HTMLImageElement): void {
  openPictures.value = {
    pictures: all.map(({ currentSrc, src, srcset, alt }) => ({ src: currentSrc || src, srcset, alt })),
    index: Math.max(0, all.indexOf(which)),
  };
}
