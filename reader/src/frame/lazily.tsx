// A component whose code is loaded when it is first shown.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { loadSync } from '../data/in-step.ts';
import { wholeClient } from '../data/later-client.ts';
import { loadMoreTexts, t } from '../texts/translate.ts';
import { typedAhead } from './asked-for.ts';

interface Options {
  /** Shown while the code loads, which takes long on a slow line; nothing by default. */
  Meanwhile?: ComponentType;
  /** It only adorns what is there. */
  adorns?: boolean;
}

/** Says so when the code cannot be loaded, unless it adorns. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Meanwhile, adorns }: Options = {},
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | 'failed' | undefined>(undefined);
  let isLoading = false;
  const begin = (): void => {
    if (isLoading) return;
    isLoading = true;
    Promise.all([load(), loadMoreTexts(), wholeClient(), loadSync(), styled()]).then(
      ([component]) => {
        loaded.value = component;
      },
      () => {
        loaded.value = 'failed';
      },
    );
  };
  return function Lazily(props: Props) {
    const Component = loaded.value;
    if (Component === undefined) {
      begin();
      return Meanwhile ? <Meanwhile /> : null;
    }
    if (Component === 'failed' && adorns) return null;
    if (Component !== 'failed') return <Component {...props} />;
    // No field comes that keys could be for.
    if (typedAhead.value !== undefined) typedAhead.value = undefined;
    return <NotLoaded />;
  };
}

/** Says so in the place of what was not loaded. */
export function NotLoaded({ what = 'error.screen' }: { what?: 'error.screen' | 'error.part' }) {
  return (
    <div class="mid" role="alert">
      <h2>{t(what)}</h2>
      {/* Reloads the whole page: the service may be a newer version by now, whose files have other names. */}
      <button type="button" class="b s" onClick={() => location.reload()}>
        {t('error.retry')}
      </button>
    </div>
  );
}

/** The same, beside the rest. */
export const PartNotLoaded = () => <NotLoaded what="error.part" />;

/** Resolves when the style sheet for what comes after the list is loaded, or has failed. */
function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('#rest');
  if (!link || link.sheet) return Promise.resolve();
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve(), { once: true });
  });
}
