// One import: its progress, and the feeds that could not be followed, with the reasons.
import type { ImportJob } from '@courant/client';
import { catchUp } from '../../data/in-step.ts';
import { service } from '../../data/service.ts';
import { Icon } from '../../frame/icons.tsx';
import { showUndoable } from '../../frame/undo.ts';
import { saying, t } from '../../texts/translate.ts';
import { sentenceOf } from '../history/entries.ts';
import { change } from './wanted.ts';

interface Shown {
  job: ImportJob;
  isBusy: boolean;
  start: (first: () => Promise<ImportJob>) => void;
}

export function isUnderWay({ state }: ImportJob): boolean {
  return state === 'waiting' || state === 'running';
}

/** The result of an import in one line, or how far it has come. */
export function resultOf(job: ImportJob): string {
  const { done, total: count, followed, already_there: already, failed } = job.feeds;
  if (isUnderWay(job)) return t('import.progress', { done, count });
  return t(job.state === 'cancelled' ? 'import.stopped' : 'import.done', { followed, already, failed });
}

export function ImportProgress({ job, isBusy, start }: Shown) {
  const { feeds, items, notes } = job;
  const isRunning = isUnderWay(job);
  return (
    <>
      <p role="status">
        {resultOf(job)}
        {isRunning && items.total > 0 && ` · ${t('import.items', { done: items.done, count: items.total })}`}
      </p>
      <div class="progress" aria-hidden="true">
        <i style={{ width: `${isRunning ? (feeds.done / Math.max(feeds.total, 1)) * 100 : 100}%` }} />
      </div>
      {isRunning && <p class="note">{t('import.leave')}</p>}
      {notes.length > 0 && (
        <ul class="plain-list">
          {notes.map(({ sentence, code, count }) => (
            <li key={sentence}>{saying(sentence, code, count)}</li>
          ))}
        </ul>
      )}
      {/* Before the list of failures, which may be long. */}
      <p class="buttons">
        {isRunning && (
          <button
            type="button"
            class="b s"
            onClick={() => start(() => service.transfer.cancelImport(job.id))}
          >
            {t('import.stop')}
          </button>
        )}
        {!isRunning && feeds.done - feeds.failed < feeds.total && (
          <button type="button" class="b s" onClick={() => start(() => service.transfer.retryImport(job.id))}>
            {t('error.retry')}
          </button>
        )}
        {!isRunning && job.entry_id !== undefined && (
          <button
            type="button"
            class="b s"
            aria-disabled={isBusy}
            onClick={() => isBusy || start(() => takeBack(job))}
          >
            {t('toast.undo')}
          </button>
        )}
      </p>
      <Failures job={job} />
    </>
  );
}

/** Unfollows what was followed, and says so, with an Undo of its own. */
async function takeBack({ id, entry_id: entryId = 0 }: ImportJob): Promise<ImportJob> {
  const done = await service.journal.undo(entryId);
  showUndoable(sentenceOf(done), async () => {
    await service.journal.undo(done.id);
    await catchUp();
  });
  await catchUp();
  return service.transfer.getImport(id);
}

function Failures({ job: { failures = [] } }: Pick<Shown, 'job'>) {
  if (failures.length === 0) return null;
  return (
    <>
      <h3>{t('import.failed', { count: failures.length })}</h3>
      <ul class="plain-list failures">
        {failures.map(({ feed_url: url, title, reason, code }) => (
          <li key={url}>
            <Icon name="warning" />
            <span>
              <b dir="auto">{title ?? url}</b>
              {title !== undefined && <small dir="ltr">{url}</small>}
              <small>{saying(reason, code)}</small>
            </span>
            <button
              type="button"
              class="link end-side"
              aria-label={`${t('import.edit')}: ${title ?? url}`}
              onClick={() => edit(url)}
            >
              {t('import.edit')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Puts the address into the field at the top, where it can be corrected and tried again. */
function edit(url: string): void {
  change(url);
  document.getElementById('add-address')?.focus();
}
