// What can wait until the first list is there.
import { sendUnsent } from './data/unsent.ts';
import { keepFocusBeside } from './frame/focus-beside.ts';
import { followSettings } from './frame/follow-settings.ts';
import { holdUnderMenus } from './frame/hold-under-menus.ts';
import { keepPlace } from './frame/keep-place.ts';
import { panes } from './frame/layout.ts';
import { PartNotLoaded } from './frame/lazily.tsx';
import { moveInPlace } from './frame/move-in-place.ts';
import { printWhole } from './frame/print-whole.ts';
import { Strip, watchNetwork, watchUnsent } from './frame/strip.tsx';
import { drawsStrip } from './frame/strips.tsx';
import { startTitle } from './frame/title.ts';
import { startTooltips } from './frame/tooltips.ts';
import { emptyMissing } from './screens/list/empty-missing.ts';
import { followFocus } from './screens/list/follow-focus.ts';
import { keepFirstPage } from './screens/list/keep-first-page.ts';
import { settleOrder } from './screens/list/settle-order.ts';
import { followDay } from './texts/follow-day.ts';
import { loadMoreTexts } from './texts/translate.ts';

/** Called once. */
export function startLater(): void {
  startTitle();
  keepFirstPage();
  keepPlace();
  followFocus();
  keepFocusBeside();
  settleOrder();
  emptyMissing();
  sendUnsent();
  watchUnsent();
  watchNetwork();
  followDay();
  followSettings();
  startTooltips();
  holdUnderMenus();
  moveInPlace();
  printWhole();
  // Its texts are those of everything after the list. Without them it would be empty, and beside the list the pane of the article says so.
  loadMoreTexts()
    .then(
      () => Strip,
      () => (panes.peek() === 1 ? PartNotLoaded : Strip),
    )
    .then((Shown) => {
      drawsStrip.value = Shown;
    });
  // Keys that need it may be pressed without a connection, and not every browser has a service worker.
  import('./screens/list/beyond.ts').catch(() => {});
}
