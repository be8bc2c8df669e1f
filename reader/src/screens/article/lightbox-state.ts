// Which pictures the lightbox shows.
import { signal } from '@preact/signals';

export interface OpenPictures {
  /** As they are in the article. */
  images: readonly HTMLImageElement[];
  index: number;
}

export const openPictures = signal<OpenPictures | undefined>(undefined);

export function openPicture(images: readonly HTMLImageElement[], which: HTMLImageElement): void {
  openPictures.value = { images, index: Math.max(0, images.indexOf(which)) };
}
