// What can wait until the first list is there.
import { keepPlace } from './frame/keep-place.ts';
import { startTitle } from './frame/title.ts';
import { keepFirstPage } from './screens/list/keep-first-page.ts';
import { settleOrder } from './screens/list/settle-order.ts';

/** Called once. */
export function startLater(): void {
  startTitle();
  keepFirstPage();
  keepPlace();
  settleOrder();
}
