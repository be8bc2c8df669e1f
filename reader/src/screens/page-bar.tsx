// Where there is no sidebar beside a screen: the way to the feeds, or back.
import { Icon } from '../frame/icons.tsx';
import { panes } from '../frame/layout.ts';
import { goBack } from '../frame/router.ts';
import { t } from '../texts/translate.ts';
import { DrawerButton } from './list/header.tsx';

export function PageBar() {
  if (panes.value === 3) return null;
  return (
    <div class="page-bar">
      {panes.value === 2 && <DrawerButton />}
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
