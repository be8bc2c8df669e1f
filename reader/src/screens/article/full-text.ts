// The full text of an article, where the feed gives only its start.
import { signal } from '@preact/signals';
import { heldBody } from '../../data/body.ts';
import { takeItems } from '../../data/copy.ts';
import { askedNow } from '../../data/pending.ts';
import type { Row } from '../../data/row.ts';
import { service, wordsOf } from '../../data/service.ts';
import { say, showToast } from '../../frame/status.ts';
import { t } from '../../texts/translate.ts';

/** Which items show their full text, and which one is being fetched. */
export const inFull = signal<ReadonlySet<number>>(new Set());
export const fetching = signal<number | undefined>(undefined);

export async function toggleFullText(row: Row): Promise<void> {
  if (inFull.peek().has(row.id)) {
    inFull.value = new Set([...inFull.peek()].filter((id) => id !== row.id));
    return;
  }
  const body = heldBody(row.id);
  if (body?.fullText === undefined) {
    fetching.value = row.id;
    say(t('article.fetching'));
    try {
      await service.fullText.fetch(row.id);
      const asked = askedNow();
      // Fetched again, because only the item has its pictures at our own addresses.
      takeItems([await service.items.get(row.id)], asked);
    } catch (error) {
      showToast(wordsOf(error));
      return;
    } finally {
      fetching.value = undefined;
    }
  }
  inFull.value = new Set([...inFull.peek(), row.id]);
}
