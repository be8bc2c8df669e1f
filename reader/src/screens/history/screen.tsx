// The history: bulk actions and removals by any app, each with an Undo.
import type { JournalEntry } from '@courant/client';
import { useEffect, useState } from 'preact/hooks';
import { catchUp } from '../../data/in-step.ts';
import { service, wordsOf } from '../../data/service.ts';
import { takeFocus } from '../../frame/focus.ts';
import { Icon } from '../../frame/icons.tsx';
import { showToast } from '../../frame/status.ts';
import { useBack } from '../../frame/use-back.ts';
import { dayName, longDay, timeOfDay, today } from '../../texts/dates.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { useFocusKept } from '../account/parts.tsx';
import { Skeleton } from '../list/states.tsx';
import { PageBar } from '../page-bar.tsx';
import { byDay, doneBy, icons, sentenceOf } from './entries.ts';

/** A page that is not full is the last (app.courant.journal). */
const pageEntries = 50;

export function HistoryScreen() {
  const { entries, failure, hasMore, isBusy, load, undo } = useJournal();
  useFocusKept(failure);
  return (
    <div class="page">
      <PageBar />
      <h1>{t('history.title')}</h1>
      <p class="sub">{t('history.hint')}</p>
      {entries && <Days entries={entries} isBusy={isBusy} undo={undo} />}
      {entries?.length === 0 && <Nothing />}
      {failure === undefined && entries === undefined && <Skeleton />}
      {failure !== undefined && (
        <div class="mid" role="alert">
          <h2>{t('error.screen')}</h2>
          <p>{wordsOf(failure)}</p>
          <button type="button" class="b s" onClick={load}>
            {t('error.retry')}
          </button>
        </div>
      )}
      {failure === undefined && hasMore && (
        <p>
          <button type="button" class="b s" aria-disabled={isBusy} onClick={load}>
            {t('history.more')}
          </button>
        </p>
      )}
    </div>
  );
}

/** The entries loaded so far, newest first. */
function useJournal() {
  const [entries, setEntries] = useState<JournalEntry[]>();
  const [hasMore, setHasMore] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const ask = async (known: readonly JournalEntry[]): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const page = await service.journal.list({ limit: pageEntries, before: known.at(-1)?.id });
      setEntries([...known, ...page]);
      setHasMore(page.length === pageEntries);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const undo = async (entry: JournalEntry): Promise<void> => {
    setBusy(true);
    try {
      const done = await service.journal.undo(entry.id);
      // If there was nothing left to change, it is no entry.
      const isEmpty = done.action.startsWith('items.') && done.count === 0;
      show({ ...entry, undone_by: done.id }, ...(isEmpty ? [] : [done]));
      showToast(sentenceOf(done));
      await catchUp();
    } catch (error) {
      showToast(wordsOf(error));
      // It may have been undone in another page or app.
      const now = await entryNow(entry.id).catch(() => undefined);
      if (now) show(now);
    }
    setBusy(false);
  };
  const show = (changed: JournalEntry, ...added: JournalEntry[]): void => {
    // What goes on with an undo that had broken off is there already.
    const others = (entries ?? []).filter(({ id }) => added.every((each) => each.id !== id));
    setEntries([...added, ...others.map((each) => (each.id === changed.id ? changed : each))]);
    // The pressed button is gone; the one that takes this back stands first.
    requestAnimationFrame(() => takeFocus(document.querySelector<HTMLElement>('.history button')));
  };
  const load = (): void => void (isBusy || ask(entries ?? []));
  useEffect(load, []);
  useBack(failure, load);
  return { entries, failure, hasMore, isBusy, load, undo };
}

async function entryNow(id: number): Promise<JournalEntry | undefined> {
  const entries = await service.journal.list({ before: id + 1, limit: 1 });
  return entries.find((entry) => entry.id === id);
}

interface Shown {
  isBusy: boolean;
  undo: (entry: JournalEntry) => Promise<void>;
}

function Days({ entries, ...shown }: Shown & { entries: readonly JournalEntry[] }) {
  return byDay(entries).map((day) => (
    <section key={day.at}>
      <h2>{dayName(day.at, today.value) ?? longDay(day.at)}</h2>
      <ol class="plain-list history">
        {day.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} {...shown} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry, isBusy, undo }: Shown & { entry: JournalEntry }) {
  const sentence = sentenceOf(entry);
  const facts = [
    timeOfDay(Date.parse(entry.at)),
    doneBy(entry),
    entry.feed && t('history.items', { count: entry.count }),
    entry.undoes !== undefined && t('history.isUndo'),
  ];
  // An undone entry is less prominent, like a read item.
  const Name = entry.undone_by === undefined ? 'b' : 'span';
  const label = entry.undoes === undefined ? t('toast.undo') : t('history.redo');
  return (
    <li>
      <Icon name={icons[entry.action]} />
      <span class="what">
        <Name>{sentence}</Name>
        <small>{inOneLine(...facts)}</small>
      </span>
      {entry.undone_by === undefined ? (
        <button
          type="button"
          class="b s"
          aria-label={`${label}: ${sentence}`}
          aria-disabled={isBusy}
          onClick={() => isBusy || undo(entry)}
        >
          {label}
        </button>
      ) : (
        <small>{t('history.undone')}</small>
      )}
    </li>
  );
}

function Nothing() {
  return (
    <div class="mid">
      <h2>{t('toast.nothingToUndo')}</h2>
      <p>{t('history.emptyHint')}</p>
    </div>
  );
}
