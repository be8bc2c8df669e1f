// Pictures through the service instead of from their publishers: replaces addresses in what is read, and returns the pictures.
import { createHash } from 'node:crypto';
import { replaceImages } from '../formats/proxied-images.ts';
import type { Image, ImageFailure } from '../model/image.ts';
import { findImage, imageBytes, touchImage } from '../store/sources/images.ts';
import type { Library } from './library.ts';
import { imageUseStepMs } from './limits.ts';

/** Sanitised HTML whose pictures have addresses of the service, for this user. */
export function withProxiedImages({ images }: Library, userId: number, html: string): string {
  return replaceImages(html, (url) => images.pathOf(userId, url));
}

/** A stored picture, or a remembered failure; undefined if it has to be fetched. */
export async function keptImage({ store }: Library, url: string): Promise<Image | ImageFailure | undefined> {
  const key = keyOf(url);
  const found = await store.read(async (tx) => {
    const known = await findImage(tx, key);
    const bytes = known?.type === undefined ? undefined : await imageBytes(tx, key);
    return { known, bytes, now: tx.now };
  });
  const { known, bytes, now } = found;
  if (known?.failure !== undefined) return known.failure;
  if (known?.type === undefined || bytes === undefined) return undefined;
  // Written separately: nobody waits for it, or fails with it.
  if (now - known.usedAt >= imageUseStepMs) store.write((tx) => touchImage(tx, key)).catch(() => {});
  return { type: known.type, bytes };
}

/** The same, fetched if it is not stored. */
export async function fetchImage(library: Library, url: string): Promise<Image | ImageFailure> {
  const fetched = await library.crawler.fetchImage({ key: keyOf(url), url });
  if (fetched.kind === 'failed') return fetched.failure;
  return (await keptImage(library, url)) ?? 'busy';
}

function keyOf(url: string): string {
  return createHash('sha256').update(url).digest('base64url');
}
