// The full text of an article, where the feed gives only its start.
import { signal } from '@preact/signals';
import { heldBody } from '../../data/body.ts';
import { takeItems } from '../../data/copy.ts';
import { askedNow } from '../../data/pending.ts';
import type { Body, Row } from '../../data/row.ts';
import { service, wordsOf } from '../../data/service.ts';
import { say, showToast } from '../../frame/status.ts';
import { t } from '../../texts/translate.ts';

/** Which items show their full text, and which one is being fetched. */
export const inFull = signal<ReadonlySet<number>>(new Set());
/** Items of which a person wants what the feed gives. */
const asFed = new Set<number>();
export const fetching = signal<number | undefined>(undefined);

export async function toggleFullText(row: Row): Promise<void> {
  if (inFull.peek().has(row.id)) {
    asFed.add(row.id);
    setInFull(row.id, false);
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
  asFed.delete(row.id);
  setInFull(row.id, true);
}

export function setInFull(id: number, is: boolean): void {
  const ids = new Set(inFull.peek());
  if (is) ids.add(id);
  else ids.delete(id);
  inFull.value = ids;
}

/** Whether an item is shown in full when it is opened: its full text was asked for, here or for its whole feed. */
export function opensInFull(body: Body | undefined): boolean {
  return body?.fullText !== undefined && !asFed.has(body.id);
}
