// Imports a file of another reader: the upload, its progress, the feeds that could not be followed, and earlier imports.
import type { ImportJob } from '@courant/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { service, wordsOf } from '../../data/service.ts';
import { takeFocus } from '../../frame/focus.ts';
import { showToast } from '../../frame/status.ts';
import { useBack } from '../../frame/use-back.ts';
import { shortDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { ImportProgress, isUnderWay, resultOf } from './import-progress.tsx';

export function ImportFile() {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const hasChosen = useRef(false);
  const { job, earlier, unlisted, failure, isBusy, start, lookForOne, signal } = useImport();
  // The button that was pressed for this may be gone.
  useEffect(() => takeFocus(choose.current), [job?.state, job?.entry_id, unlisted]);
  // On a small screen it begins below the edge, and nothing would seem to happen.
  const reveal = (): void => {
    if (hasChosen.current) outcome.current?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(reveal, [failure]);
  useEffect(() => {
    reveal();
    // What comes of it later is nothing that somebody has just done.
    hasChosen.current = false;
  }, [job?.id]);
  const take = (event: Event & { currentTarget: HTMLInputElement }): void => {
    const file = event.currentTarget.files?.[0];
    hasChosen.current = file !== undefined;
    if (file) start(() => service.transfer.importFile(file).catch(tellIfLeft));
    // Cleared, so that the same file can be chosen again.
    event.currentTarget.value = '';
  };
  /** Who has left the screen believes that it goes on. */
  const tellIfLeft = (error: unknown): never => {
    if (signal.aborted) showToast(wordsOf(error));
    throw error;
  };
  return (
    <section aria-labelledby="import-title">
      <h2 id="import-title">{t('empty.import')}</h2>
      <p class="note">
        {t('import.hint')} <a href="/about/moving">{t('import.help')}</a>
      </p>
      <input ref={input} type="file" hidden onChange={take} />
      <p>
        <button
          ref={choose}
          type="button"
          class="b s"
          aria-disabled={isBusy}
          onClick={() => isBusy || input.current?.click()}
        >
          {t('import.choose')}
        </button>
      </p>
      <div ref={outcome}>
        {failure !== '' && (
          <p class="alert" role="alert">
            {failure}
          </p>
        )}
        {job && <ImportProgress job={job} isBusy={isBusy} start={start} />}
      </div>
      <Earlier
        jobs={earlier.filter(({ id }) => id !== job?.id)}
        unlisted={unlisted}
        tryAgain={lookForOne}
        show={(id) => start(() => service.transfer.getImport(id))}
      />
    </section>
  );
}

interface Listed {
  jobs: readonly ImportJob[];
  /** Why they could not be listed; undefined: they were. */
  unlisted: unknown;
  tryAgain: () => void;
  show: (id: number) => void;
}

function Earlier({ jobs, unlisted, tryAgain, show }: Listed) {
  if (jobs.length === 0 && unlisted === undefined) return null;
  return (
    <>
      <h3>{t('import.earlier')}</h3>
      {unlisted !== undefined && (
        <p class="note" role="alert">
          {wordsOf(unlisted)}{' '}
          <button type="button" class="link" onClick={tryAgain}>
            {t('error.retry')}
          </button>
        </p>
      )}
      <ul class="plain-list">
        {jobs.map((job) => (
          <li key={job.id}>
            <span>
              {shortDay(Date.parse(job.created_at))}
              <small>{resultOf(job)}</small>
            </span>
            {(isUnderWay(job) || job.feeds.failed > 0 || job.entry_id !== undefined) && (
              <button type="button" class="link end-side" onClick={() => show(job.id)}>
                {t('import.show')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The import that was started here, was under way when the screen was opened, or is looked at; and the others. */
function useImport() {
  const [job, setJob] = useState<ImportJob>();
  const [earlier, setEarlier] = useState<readonly ImportJob[]>([]);
  const [unlisted, setUnlisted] = useState<unknown>();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef(new AbortController());
  /** How many were begun: the last one is shown, and no other gets in its way. */
  const turns = useRef(0);
  const { signal } = leaving.current;
  const unlessLeft = (set: (error: unknown) => void) => (error: unknown) => {
    if (!signal.aborted) set(error);
  };
  const list = (all: readonly ImportJob[]): void => {
    setUnlisted(undefined);
    setEarlier(all);
  };
  const begin = async (first: () => Promise<ImportJob | undefined>): Promise<void> => {
    const turn = ++turns.current;
    setBusy(true);
    setFailure('');
    try {
      const begun = await first();
      if (begun) {
        setJob(begun);
        for await (const now of service.transfer.importProgress(begun.id, { signal })) {
          if (turn !== turns.current) return;
          setJob(now);
        }
      }
    } catch (error) {
      if (turn === turns.current) unlessLeft((failed) => setFailure(wordsOf(failed)))(error);
    }
    if (turn !== turns.current) return;
    // Before the list of earlier ones is there: what has been imported can be undone.
    setBusy(false);
    await service.transfer.imports({ signal }).then(list, unlessLeft(setUnlisted));
  };
  const start = (first: () => Promise<ImportJob | undefined>): void => void begin(first);
  // Not a failure of the import that is to come: the list tells it, which asks next.
  const lookForOne = (): void =>
    start(async () => (await service.transfer.imports({ signal }).catch(() => [])).find(isUnderWay));
  useEffect(() => {
    lookForOne();
    return () => leaving.current.abort();
  }, []);
  // What is under way lists them at its end.
  useBack(unlisted, () => isBusy || lookForOne());
  return { job, earlier, unlisted, failure, isBusy, start, lookForOne, signal };
}
