// Limits how much of the documents that people hand in is in memory at the same time: they wait there for their turn to be read.
import { Refusal } from '../../model/refusal.ts';
import { handedIn } from './limits.ts';

/** A document that is handed in, and how long it may be. */
interface HandedIn {
  userId: number;
  bytes: number;
}

export interface Places {
  /** Does something with a document that counts until that ends. Throws Refusal `too-many` where too much is in memory already. */
  hold<T>(document: HandedIn, task: () => Promise<T>): Promise<T>;
}

export function openPlaces(): Places {
  const held = new Set<HandedIn>();
  return {
    async hold(document, task) {
      admit(document, [...held]);
      held.add(document);
      try {
        return await task();
      } finally {
        held.delete(document);
      }
    },
  };
}

function admit({ userId, bytes }: HandedIn, held: readonly HandedIn[]): void {
  const own = held.filter((each) => each.userId === userId);
  if (bytes + sum(own) > handedIn.bytesOfUser) {
    throw tooMany('another long document of this account is being read');
  }
  if (bytes + sum(held) > handedIn.bytesOfAll) {
    throw tooMany('as many long documents are being read as memory is kept for');
  }
}

function sum(documents: readonly HandedIn[]): number {
  return documents.reduce((all, { bytes }) => all + bytes, 0);
}

function tooMany(why: string): Refusal {
  return new Refusal('too-many', `Cannot import: ${why}`, {
    reason: 'imports-open',
    retryAfterMs: handedIn.retryAfterMs,
  });
}
