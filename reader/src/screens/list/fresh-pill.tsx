// "5 new": the button behind which new items wait.
import { t } from '../../texts/translate.ts';
import type { View } from './view.ts';

export function FreshPill({ view }: { view: View }) {
  const show = (): void => {
    const first = view.fresh.peek()[0];
    view.showFresh();
    document.querySelector('.list-scroll')?.scrollTo({ top: 0 });
    requestAnimationFrame(() => first && document.querySelector<HTMLElement>(`#row-${first.id} a`)?.focus());
  };
  return (
    <button type="button" class="fresh" onClick={show}>
      {t('list.fresh', { count: view.fresh.value.length })}
    </button>
  );
}
