// A file of another reader, how far it has come, and what of it could not be followed.
import type { ImportJob } from '@courant/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { service, wordsOf } from '../../data/service.ts';
import { t } from '../../texts/translate.ts';

export function ImportFile() {
  const input = useRef<HTMLInputElement>(null);
  const { job, failure, isBusy, start } = useImport();
  const take = (event: Event & { currentTarget: HTMLInputElement }): void => {
    const file = event.currentTarget.files?.[0];
    if (file) start(async () => service.transfer.importFile(await file.text()));
    // The same file may be chosen again.
    event.currentTarget.value = '';
  };
  return (
    <section aria-labelledby="import-title">
      <h2 id="import-title">{t('empty.import')}</h2>
      <p class="note">{t('import.hint')}</p>
      <input ref={input} type="file" hidden onChange={take} />
      <p>
        <button
          type="button"
          class="b s"
          aria-disabled={isBusy}
          onClick={() => isBusy || input.current?.click()}
        >
          {t('import.choose')}
        </button>
      </p>
      {failure !== '' && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      {job && <Progress job={job} onRetry={() => start(() => service.transfer.retryImport(job.id))} />}
    </section>
  );
}

/** The import that was started here, or one that was still under way when the screen was opened. */
function useImport() {
  const [job, setJob] = useState<ImportJob>();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef(new AbortController());
  const { signal } = leaving.current;
  const begin = async (first: () => Promise<ImportJob | undefined>): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      const begun = await first();
      if (begun) {
        setJob(begun);
        for await (const now of service.transfer.importProgress(begun.id, { signal })) setJob(now);
      }
    } catch (error) {
      if (!signal.aborted) setFailure(wordsOf(error));
    }
    setBusy(false);
  };
  const start = (first: () => Promise<ImportJob | undefined>): void => void begin(first);
  useEffect(() => {
    start(async () => (await service.transfer.imports({ signal })).find(isUnderWay));
    return () => leaving.current.abort();
  }, []);
  return { job, failure, isBusy, start };
}

function isUnderWay({ state }: ImportJob): boolean {
  return state === 'waiting' || state === 'running';
}

function Progress({ job, onRetry }: { job: ImportJob; onRetry: () => void }) {
  const { total, done, followed, already_there, failed } = job.feeds;
  return (
    <>
      <p role="status">
        {isUnderWay(job)
          ? t('import.progress', { done, count: total })
          : t('import.done', { followed, already: already_there, failed })}
      </p>
      <div class="progress" aria-hidden="true">
        <i style={{ width: `${isUnderWay(job) ? (done / Math.max(total, 1)) * 100 : 100}%` }} />
      </div>
      <ul class="plain-list">
        {job.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {job.failures?.map(({ feed_url, title, reason }) => (
          <li key={feed_url}>
            <span>
              <b dir="auto">{title ?? feed_url}</b>
              {title !== undefined && <small dir="ltr">{feed_url}</small>}
              <small>{reason}</small>
            </span>
          </li>
        ))}
      </ul>
      {!isUnderWay(job) && failed > 0 && (
        <p>
          <button type="button" class="b s" onClick={onRetry}>
            {t('error.retry')}
          </button>
        </p>
      )}
    </>
  );
}
