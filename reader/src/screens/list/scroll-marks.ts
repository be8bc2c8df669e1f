// Marks rows read that were seen and then scrolled out at the top, for people who have switched this on.
import { rows } from '../../data/copy.ts';
import { setRead } from '../../data/marks.ts';
import type { Row } from '../../data/row.ts';
import { keptUnread } from './selection.ts';

/** A row that was visible for less time was not seen. */
const seenAfterMs = 500;
/** Rows that leave within this time are marked by one write. */
const collectMs = 250;

/** Watches the rows of a list. Returns a function that ends it. */
export function startScrollMarks(pane: HTMLElement): () => void {
  const since = new Map<Element, number>();
  // Rows that leave by a jump were not scrolled past.
  const forget = (): void => since.clear();
  pane.addEventListener('jump', forget);
  const passed = new Set<Row>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mark = (): void => {
    setRead([...passed], true);
    passed.clear();
  };
  // Of a page that is being left no timer comes any more.
  addEventListener('pagehide', mark);
  const left = (item: Element): void => {
    const row = rows.get(Number(/^row-(\d+)$/.exec(item.id)?.[1]));
    if (!row || row.read.peek() || keptUnread.has(row.id)) return;
    passed.add(row);
    clearTimeout(timer);
    timer = setTimeout(mark, collectMs);
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, time, boundingClientRect, rootBounds } of entries) {
        const seenAt = since.get(target);
        if (isIntersecting) {
          since.set(target, seenAt ?? time);
          continue;
        }
        since.delete(target);
        // Rows that leave at the bottom do not count, nor do those that are taken out of the document.
        const isAbove = target.isConnected && boundingClientRect.bottom <= (rootBounds?.top ?? 0) + 1;
        if (isAbove && seenAt !== undefined && time - seenAt >= seenAfterMs) left(target);
      }
    },
    { root: pane },
  );
  const watch = (root: Element): void => {
    for (const item of root.querySelectorAll('li[id^=row-]')) watcher.observe(item);
  };
  // Portions of the list are taken out of the document and put back (`rows.tsx`).
  const changes = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.id.startsWith('row-')) watcher.observe(node);
        else watch(node);
      }
    }
  });
  watch(pane);
  changes.observe(pane, { childList: true, subtree: true });
  return () => {
    pane.removeEventListener('jump', forget);
    removeEventListener('pagehide', mark);
    watcher.disconnect();
    changes.disconnect();
    clearTimeout(timer);
    mark();
  };
}
