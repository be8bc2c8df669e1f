// Which pictures the lightbox shows.
import { signal } from '@preact/signals';

export interface OpenPictures {
  pictures: { src: string; alt: string }[];
  index: number;
}

export const openPictures = signal<OpenPictures | undefined>(undefined);

export function openPicture(all: readonly HTMLImageElement[], which: HTMLImageElement): void {
  openPictures.value = {
    pictures: all.map(({ currentSrc, src, alt }) => ({ src: currentSrc || src, alt })),
    index: Math.max(0, all.indexOf(which)),
  };
}
