// Starts the reader.
import { render } from 'preact';
import { queueEvents } from './data/queue.ts';
import { applySettings } from './data/settings.ts';
import { openCopy, startSync } from './data/sync.ts';
import { App } from './frame/app.tsx';
import { run } from './frame/commands.ts';
import { startKeys } from './frame/keys.ts';
import { startRouter } from './frame/router.ts';
import { showToast } from './frame/status.ts';
import { startTitle } from './frame/title.ts';
import { startSelection, view } from './screens/list/selection.ts';
import { t, useLanguage } from './texts/translate.ts';
import { workerUrl } from './trusted.ts';

async function start(): Promise<void> {
  // Behind the script and the first list, which they would have held up, and before the first text asks for them.
  for (const font of ['Literata', '"Instrument Sans"']) document.fonts.load(`1rem ${font}`).catch(() => {});
  applySettings();
  startRouter();
  await useLanguage();
  queueEvents.refused = (reason) => showToast(t('error.refused', { reason }));
  await openCopy(location.pathname.startsWith('/starred') ? 'starred' : 'unread');
  startSelection();
  await firstRows();
  startKeys(run);
  startTitle();
  const root = document.getElementById('reader');
  if (root) render(<App />, root);
  startSync();
  // Behind the first list: what is kept for later can wait.
  navigator.serviceWorker?.register(workerUrl(), { updateViaCache: 'none' }).catch(() => {});
}

/** What is as good as there comes with the first paint, and nothing is drawn twice. */
const firstRowsMs = 150;

function firstRows(): Promise<unknown> {
  return Promise.race([view.peek()?.loadMore(), new Promise((resolve) => setTimeout(resolve, firstRowsMs))]);
}

// No `await` out here: what is loaded later imports this file, and would wait for it.
void start();
