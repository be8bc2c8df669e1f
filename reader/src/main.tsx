// Starts the reader.
import { render } from 'preact';
import { queueEvents } from './data/queue.ts';
import { applySettings } from './data/settings.ts';
import { openCopy, startSync } from './data/sync.ts';
import { repeatEvents } from './early-events.ts';
import { App } from './frame/app.tsx';
import { run } from './frame/commands.ts';
import { startKeys } from './frame/keys.ts';
import { isInPage } from './frame/layout.ts';
import { startRouter } from './frame/router.ts';
import { showToast } from './frame/status.ts';
import { startTitle } from './frame/title.ts';
import { startSelection, view } from './screens/list/selection.ts';
import { forgetStanding, noteStanding } from './screens/list/standing.ts';
import { prepareDates } from './texts/dates.ts';
import { t, useLanguage } from './texts/translate.ts';
import { workerUrl } from './trusted.ts';

async function start(): Promise<void> {
  applySettings();
  startRouter();
  await useLanguage();
  queueEvents.refused = (reason) => showToast(t('error.refused', { reason }));
  await openCopy(location.pathname.startsWith('/starred') ? 'starred' : 'unread');
  startSelection();
  await draw();
  startKeys(run);
  repeatEvents();
  startTitle();
  // Behind the script and the first list, which they would have held up.
  for (const font of ['Literata', '"Instrument Sans"']) document.fonts.load(`1rem ${font}`).catch(() => {});
  await pause();
  await prepareDates(pause);
  forgetStanding();
  startSync();
  // Behind the first list: what is kept for later can wait.
  navigator.serviceWorker?.register(workerUrl(), { updateViaCache: 'none' }).catch(() => {});
  import('./screens/list/keep-first-page.ts').then(({ keepFirstPage }) => keepFirstPage()).catch(() => {});
  import('./frame/keep-place.ts').then(({ keepPlace }) => keepPlace()).catch(() => {});
}

/** What is as good as there comes with the first paint; where the saved list is painted already, there is more time. */
const firstRowsMs = { ofNothing: 150, ofSavedList: 1_000 };

/** Draws everything when there is something to see: over the saved list, or beside the page. */
async function draw(): Promise<void> {
  const page = document.getElementById('reader');
  if (!page) return;
  const firstRows = view.peek()?.loadMore();
  if (page.childElementCount > 0) return drawOverSavedList(page, firstRows);
  // A piece at a time: nothing is painted that would ask for fonts before the list is here.
  const beside = document.createElement('div');
  beside.id = page.id;
  render(<App />, beside);
  await within(firstRowsMs.ofNothing, firstRows);
  await pause();
  page.replaceWith(beside);
  isInPage.value = true;
}

/** Elements that are alike stay in the document: what is new in it the browser paints, and counts, anew. */
async function drawOverSavedList(page: Element, firstRows: Promise<void> | undefined): Promise<void> {
  await within(firstRowsMs.ofSavedList, firstRows);
  await pause();
  noteStanding(page);
  isInPage.value = true;
  render(<App />, page);
}

function within(ms: number, what: Promise<void> | undefined): Promise<void> {
  return Promise.race([what, new Promise<void>((resolve) => setTimeout(resolve, ms))]);
}

/** Lets the browser paint, and hear keys. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

// No `await` out here: what is loaded later imports this file, and would wait for it.
void start();
