// The lines between the panes, which can be dragged, or moved with the arrow keys.
import { useEffect } from 'preact/hooks';
import { change, settings } from '../data/settings.ts';
import { t } from '../texts/translate.ts';
import { takeFocus } from './focus.ts';
import { isRightToLeft, isSideHidden } from './layout.ts';

const limits = { side: [180, 360], list: [300, 560] } as const;

export function Splitters() {
  // Whoever hides the sidebar by a key may be in it.
  useEffect(focusContent, [isSideHidden.value]);
  // Whoever zooms in until there is no room for the sidebar, too.
  useEffect(() => () => void requestAnimationFrame(focusContent), []);
  return (
    <>
      {!isSideHidden.value && <Splitter pane="side" />}
      <Splitter pane="list" />
    </>
  );
}

function focusContent(): void {
  takeFocus(document.querySelector<HTMLElement>('#list, .screen'));
}

function Splitter({ pane }: { pane: keyof typeof limits }) {
  const [least, most] = limits[pane];
  const width = settings.value.panes[pane];
  const set = (next: number): void => {
    const within = Math.round(Math.min(most, Math.max(least, next)));
    change({ panes: { ...settings.peek().panes, [pane]: within } });
  };
  const draw = (event: PointerEvent & { currentTarget: Element }): void => {
    // Somebody who selects a text crosses the line with the button pressed, too.
    if (event.buttons !== 1 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const from = isRightToLeft() ? innerWidth - event.clientX : event.clientX;
    const before = pane === 'list' && !isSideHidden.peek() ? settings.peek().panes.side : 0;
    set(from - before);
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(width + (isRightToLeft() ? -step : step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      class={pane === 'list' ? 'splitter list' : 'splitter'}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(pane === 'side' ? 'stream.feeds' : 'list.items')}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={draw}
      onKeyDown={key}
    />
  );
}
