// Shows the screen of an address that is no stream.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { DrawerButton } from '../screens/list/header.tsx';
import { screens } from '../screens/screens.ts';
import { t } from '../texts/translate.ts';
import { takeFocus } from './focus.ts';
import { panes } from './layout.ts';
import { route } from './router.ts';

export function ScreenPane() {
  const now = route.value;
  const screen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => takeFocus(screen.current), [now]);
  const Screen = now.kind === 'screen' ? screens[now.path] : undefined;
  if (now.kind !== 'screen' || Screen === undefined) return <Nowhere />;
  return (
    // Each begins at its top.
    <div key={JSON.stringify(now)} class="screen" ref={screen} tabIndex={-1}>
      {panes.value === 2 && <DrawerButton />}
      <Screen params={now.params} />
    </div>
  );
}

function Nowhere() {
  return (
    <div class="screen">
      <div class="mid">
        <h1>{t('error.missing')}</h1>
        <a class="b s" href="/unread">
          {t('error.toUnread')}
        </a>
      </div>
    </div>
  );
}
