// Whoever waits for a backup or a restore can see how far it is, and can stop it.
import type { CopyProgress } from '../copy/copy-store.ts';

export type Tell = (progress: CopyProgress) => void;

export interface Waiting {
  signal?: AbortSignal;
  tell?: Tell;
}

export interface Watch {
  signal: AbortSignal | undefined;
  /** To be called after each page of a table. Throws if the work is to stop. */
  tell: Tell;
}

export function watchOf({ signal, tell }: Waiting): Watch {
  return {
    signal,
    tell(progress) {
      signal?.throwIfAborted();
      tell?.(progress);
    },
  };
}
