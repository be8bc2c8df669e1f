// The head of pages that belong together: a title, and tabs between them.
import { useEffect, useRef } from 'preact/hooks';
import { PageBar } from '../page-bar.tsx';

export interface Tab {
  path: string;
  text: string;
}

/** Set while somebody moves along the tabs by keys: the focus stays in the row, although it is drawn anew. */
let isWalking = false;

export function PageHead({ title, tabs, current }: { title: string; tabs: readonly Tab[]; current: string }) {
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isWalking) here.current?.focus();
    isWalking = false;
  }, []);
  const walk = (): void => {
    isWalking = true;
  };
  return (
    <header class="page-head">
      <PageBar />
      <h1>{title}</h1>
      <nav aria-label={title}>
        <ul class="page-tabs">
          {tabs.map(({ path, text }) => (
            <li key={path}>
              <a
                href={path}
                ref={path === current ? here : null}
                aria-current={path === current ? 'page' : undefined}
                onClick={walk}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
