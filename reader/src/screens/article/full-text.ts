// The full text of an article, where the feed gives only its start.
import { signal } from '@preact/signals';
import { heldBody } from '../../data/body.ts';
import { takeItems } from '../../data/copy.ts';
import { askedNow } from '../../data/pending.ts';
import type { Body, Row } from '../../data/row.ts';
import { service, wordsOf } from '../../data/service.ts';
import { say, showToast } from '../../frame/status.ts';
import { t } from '../../texts/translate.ts';

/** Which items show their full text, and of which it is being fetched. */
export const inFull = signal<ReadonlySet<number>>(new Set());
export const fetching = signal<ReadonlySet<number>>(new Set());
/** Items of which a person wants what the feed gives. */
const asFed = new Set<number>();

export async function toggleFullText(row: Row): Promise<void> {
  if (inFull.peek().has(row.id)) {
    asFed.add(row.id);
    setInFull(row.id, false);
    return;
  }
  if (fetching.peek().has(row.id)) return;
  const body = heldBody(row.id);
  if (body?.fullText === undefined) {
    fetching.value = withOrWithout(fetching.peek(), row.id, true);
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
      fetching.value = withOrWithout(fetching.peek(), row.id, false);
    }
  }
  asFed.delete(row.id);
  setInFull(row.id, true);
}

export function setInFull(id: number, is: boolean): void {
  inFull.value = withOrWithout(inFull.peek(), id, is);
}

function withOrWithout(before: ReadonlySet<number>, id: number, is: boolean): ReadonlySet<number> {
  const ids = new Set(before);
  if (is) ids.add(id);
  else ids.delete(id);
  return ids;
}

/** Whether an item is shown in full when it is opened: its full text was asked for, here or for its whole feed. */
export function opensInFull(body: Body | undefined): boolean {
  return body?.fullText !== undefined && !asFed.has(body.id);
}
