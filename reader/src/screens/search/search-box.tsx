// The head of a search: the query and the order of the results.
import { useEffect, useRef } from 'preact/hooks';
import { typedAhead } from '../../frame/asked-for.ts';
import { panes } from '../../frame/layout.ts';
import { go } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { say } from '../../frame/status.ts';
import { t } from '../../texts/translate.ts';
import { DrawerButton } from '../list/header.tsx';
import { reopen, view } from '../list/selection.ts';

/** A short page of results is followed by the next at once: the number is told when no more come. */
const settledMs = 400;

export function SearchBox({ words }: { words: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Or a key has asked for it before it was there.
    if (words === '' || typedAhead.peek() !== undefined) input.current?.focus();
  }, [words]);
  const state = view.value?.state.value;
  useEffect(() => {
    if (words === '' || state === 'loading') return undefined;
    const timer = setTimeout(sayFound, settledMs);
    return () => clearTimeout(timer);
  }, [words, state]);
  const focused = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    const ahead = typedAhead.peek();
    typedAhead.value = undefined;
    // A key has led here: what is typed now takes the place of the words before, unless one goes to where they are to be changed.
    if (ahead) currentTarget.value = ahead;
    else if (ahead === '') currentTarget.select();
  };
  const search = (event: Event): void => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === '') return;
    const stream = { kind: 'search', words: wanted } as const;
    go(pathOf(stream), { replace: words === '' });
    // The address says nothing new then, but more may have come, or be read.
    if (wanted === words) reopen(stream);
  };
  return (
    <header class="lh">
      <div class="r1">
        {panes.value === 2 && <DrawerButton />}
        <h1 id="list-title">{t('stream.search')}</h1>
      </div>
      <search>
        <form class="search" onSubmit={search}>
          <input
            ref={input}
            type="search"
            name="q"
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            defaultValue={words}
            onFocus={focused}
            maxLength={500}
            autocapitalize="none"
            enterkeyhint="search"
          />
          <button type="submit" class="b s">
            {t('keys.search')}
          </button>
        </form>
      </search>
    </header>
  );
}

/** What is found comes below the focus, where a screen reader would not notice it. */
function sayFound(): void {
  const { rows, state, failure } = view.peek() ?? {};
  const count = rows?.peek().length ?? 0;
  // This is an alert.
  if (state?.peek() === 'failed') return;
  if (count > 0) say(t('search.found', { count: state?.peek() === 'more' ? `${count}+` : count }));
  else say(t(failure === undefined ? 'empty.search' : 'search.wrong'));
}
