// Keys act on what the tab key has led to: on the row that is seen to have the focus, or on the open article.
import { currentId, openId } from './selection.ts';

/** Called once. Only for the tab key: in a list that takes the focus by itself, keys begin at its first row. */
export function followFocus(): void {
  let isByTab = false;
  addEventListener(
    'keydown',
    ({ key }) => {
      isByTab = key === 'Tab';
    },
    true,
  );
  addEventListener('focusin', ({ target }) => {
    if (!isByTab || !(target instanceof Element)) return;
    currentId.value = rowAround(target) ?? currentId.peek();
    if (openId.peek() !== undefined && target.closest('.article-pane')) currentId.value = openId.peek();
  });
  // It may have led to a row before this was loaded. Where a click has led is not seen to have the focus.
  currentId.value ??= rowAround(document.querySelector(':focus-visible'));
}

function rowAround(element: Element | null): number | undefined {
  const row = element?.closest('.row')?.parentElement;
  return row ? Number(row.id.slice('row-'.length)) : undefined;
}
