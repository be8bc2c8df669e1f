// The head of a search: the query and the order of the results.
import { useEffect, useRef } from 'preact/hooks';
import { typedAhead } from '../../frame/asked-for.ts';
import { panes } from '../../frame/layout.ts';
import { go } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { t } from '../../texts/translate.ts';
import { DrawerButton } from '../list/header.tsx';

export function SearchBox({ words }: { words: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (words === '') input.current?.focus();
  }, [words]);
  const focused = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    currentTarget.value += typedAhead.peek() ?? '';
    typedAhead.value = undefined;
  };
  const search = (event: Event): void => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? '';
    if (wanted !== '') go(pathOf({ kind: 'search', words: wanted }), { replace: words === '' });
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
            {t('search.submit')}
          </button>
        </form>
      </search>
    </header>
  );
}
