// Starts the reader.
import { render } from 'preact';
import { keepInStep, loadSync } from './data/in-step.ts';
import { openCopy } from './data/open-copy.ts';
import { queueEvents } from './data/queue.ts';
import { applySettings } from './data/settings.ts';
import { repeatEvents } from './early-events.ts';
import { App } from './frame/app.tsx';
import { run } from './frame/commands.ts';
import { startKeys } from './frame/keys.ts';
import { isInPage } from './frame/layout.ts';
import { PartNotLoaded } from './frame/lazily.tsx';
import { startRouter } from './frame/router.ts';
import { showToast } from './frame/status.ts';
import { drawsStrip } from './frame/strips.tsx';
import { openId, startSelection, view } from './screens/list/selection.ts';
import { forgetStanding, noteStanding } from './screens/list/standing.ts';
import { prepareDates } from './texts/dates.ts';
import { t, useLanguage } from './texts/translate.ts';
import { workerUrl } from './trusted.ts';

async function start(): Promise<void> {
  applySettings();
  startRouter();
  await useLanguage();
  queueEvents.refused = (reason) => showToast(t('error.refused', { reason }));
  await openCopy(location.pathname.startsWith('/starred') ? 'starred' : 'unread', openId.peek());
  startSelection();
  await draw();
  startKeys(run);
  repeatEvents();
  // After the script and the first list, which the fonts would have delayed.
  for (const font of ['Literata', '"Instrument Sans"']) document.fonts.load(`1rem ${font}`).catch(() => {});
  await pause();
  await prepareDates(pause);
  forgetStanding();
  keepInStep();
  // After the first list: what is only needed later can wait.
  navigator.serviceWorker?.register(workerUrl(), { updateViaCache: 'none' }).catch(() => {});
  import('./later.ts').then(
    ({ startLater }) => startLater(),
    // Where this is missing, too, it is said already.
    () =>
      loadSync().then(
        () => {
          drawsStrip.value = PartNotLoaded;
        },
        () => {},
      ),
  );
}

/** How long the first paint waits for the first rows; when the saved list is painted already, there is more time. */
const firstRowsMs = { ofNothing: 150, ofSavedList: 1_000 };

/** Renders the app once there is something to see: over the saved list, or outside the page first. */
async function draw(): Promise<void> {
  const page = document.getElementById('reader');
  if (!page) return;
  const firstRows = view.peek()?.loadMore();
  if (page.childElementCount > 0) return drawOverSavedList(page, firstRows);
  // Rendered outside the page: nothing is painted that would request fonts before the list is there.
  const beside = document.createElement('div');
  beside.id = page.id;
  render(<App />, beside);
  await within(firstRowsMs.ofNothing, firstRows);
  await pause();
  page.replaceWith(beside);
  isInPage.value = true;
}

/** Equal elements stay in the document: the browser would paint new ones again, and count them as a later paint. */
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

/** Lets the browser paint and handle keys. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

// No top-level `await`: modules that are loaded later import this file, and would wait for it.
void start();
