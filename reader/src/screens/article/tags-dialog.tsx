// The tags of an item: a new one, and all that the person has, to be put on or taken off.
import { useEffect, useRef, useState } from 'preact/hooks';
import { takeItems } from '../../data/copy.ts';
import { askedNow } from '../../data/pending.ts';
import type { Row } from '../../data/row.ts';
import { service, wordsOf } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { ModalDialog } from '../../frame/dialog.tsx';
import { showToast } from '../../frame/status.ts';
import { TitleForm } from '../../frame/title-form.tsx';
import { t } from '../../texts/translate.ts';

export function TagsDialog({ row, close }: { row: Row; close: () => void }) {
  /** Titles to choose from. None goes while the dialog is open, also if it was taken off its last item: it may be put on again. */
  const [known, setKnown] = useState(row.tags ?? []);
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set(row.tags));
  const [failure, setFailure] = useState('');
  const sending = useRef<Promise<void>>(Promise.resolve());
  /** By title, the last change that was asked for: the answer to an earlier one says nothing of the tag any more. */
  const latest = useRef(new Map<string, symbol>());
  const isOpen = useRef(true);
  const fail = (error: unknown): void => setFailure(wordsOf(error));
  useEffect(() => {
    service.tags
      .list()
      .then((tags) => setKnown((before) => [...tags.map(({ title }) => title), ...before]), fail);
    return () => {
      isOpen.current = false;
    };
  }, []);
  const show = (title: string, isOn: boolean): void =>
    setOwn((before) => new Set(isOn ? [...before, title] : [...before].filter((each) => each !== title)));
  /** One after the other: each answer has all of the tags. */
  const put = (title: string, isOn: boolean): void => {
    setFailure('');
    show(title, isOn);
    const change = Symbol();
    latest.current.set(title, change);
    const settle = (is: boolean): void => {
      if (latest.current.get(title) === change) show(title, is);
    };
    sending.current = sending.current.then(async () => {
      const asked = askedNow();
      try {
        takeItems([await service.tags[isOn ? 'add' : 'remove'](row.id, title)], asked);
        setKnown((before) => [...before, title]);
        settle(isOn);
      } catch (error) {
        if (!isOpen.current) return showToast(`${title}: ${wordsOf(error)}`);
        fail(error);
        settle(!isOn);
      }
    });
  };
  const create = (title: string): boolean => {
    if (title !== '') put(title, true);
    return title !== '';
  };
  return (
    <ModalDialog label={t('article.tags')} close={close}>
      <div class="inside">
        <TitleForm label={t('article.newTag')} create={create}>
          <button type="submit" class="b s">
            {t('article.addTag')}
          </button>
        </TitleForm>
        <div class="checks">
          {[...new Set([...known, ...own])].map((title) => (
            <label key={title}>
              <input
                type="checkbox"
                checked={own.has(title)}
                onChange={({ currentTarget }) => put(title, currentTarget.checked)}
              />
              <span dir="auto">{title}</span>
            </label>
          ))}
        </div>
        <Alert words={failure} />
      </div>
    </ModalDialog>
  );
}
