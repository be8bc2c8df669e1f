// The bar with the way back, for a screen that fills a phone.
import { Icon } from '../frame/icons.tsx';
import { panes } from '../frame/layout.ts';
import { goBack } from '../frame/router.ts';
import { t } from '../texts/translate.ts';

export function PageBar() {
  if (panes.value > 1) return null;
  return (
    <div class="page-bar">
      <button
        type="button"
        class="ib"
        aria-label={t('manage.back')}
        title={t('manage.back')}
        onClick={() => goBack('/feeds')}
      >
        <Icon name="back" />
      </button>
    </div>
  );
}
