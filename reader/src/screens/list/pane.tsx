// The list pane: a stream's heading, a few tools and its rows.
import { computed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { feeds, isReady } from '../../data/copy.ts';
import { isOutOfStep } from '../../data/in-step.ts';
import { settings } from '../../data/settings.ts';
import { keyOf } from '../../data/stream.ts';
import { takeFocus } from '../../frame/focus.ts';
import { isInPage, panes } from '../../frame/layout.ts';
import { lazily, NotLoaded } from '../../frame/lazily.tsx';
import { arrival } from '../../frame/router.ts';
import { Strips } from '../../frame/strips.tsx';
import { t } from '../../texts/translate.ts';
import { ListHeader } from './header.tsx';
import { Rows } from './rows.tsx';
import { currentId, openId, view } from './selection.ts';
import { ListState, Skeleton } from './states.tsx';
import type { View } from './view.ts';

const SearchBox = lazily(async () => (await import('../search/search-box.tsx')).SearchBox, {
  Meanwhile: Skeleton,
});
const FreshPill = lazily(async () => (await import('./fresh-pill.tsx')).FreshPill);

/** On a narrow screen the list stays as it is under the open article: drawing it anew would take too long for a key press. */
const isBehind = computed(() => panes.value === 1 && openId.value !== undefined);

/** How many screens before the end the next page is asked for. */
const screensAhead = 2;

export function ListPane() {
  const current = view.value;
  const pane = useRef<HTMLElement>(null);
  const key = current && keyOf(current.stream);
  // The element that led here may be gone: a row of the list before, or the palette.
  useEffect(() => void (isBehind.peek() || takeFocus(pane.current)), [key]);
  if (current === undefined) return <section class="list-pane" aria-label={t('list.items')} />;
  return (
    <section
      class="list-pane"
      id="list"
      ref={pane}
      tabIndex={-1}
      aria-labelledby="list-title"
      inert={isBehind.value}
    >
      <Strips />
      {/* Beside the list the pane of the article says so, and of a search its field. */}
      {isOutOfStep.value && panes.value === 1 && current.stream.kind !== 'search' && <NotLoaded />}
      {current.stream.kind === 'search' ? (
        <SearchBox key={key} words={current.stream.words} />
      ) : (
        <ListHeader view={current} />
      )}
      <Fresh view={current} />
      <ListBody key={key} view={current} />
    </section>
  );
}

function ListBody({ view: current }: { view: View }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPartial = useSignal(false);
  const drawn = useRef<View>(undefined);
  useLayoutEffect(() => {
    // Setting `scrollTop`, even to 0, forces a layout at once.
    const isElsewhere = current.scrollTop > 0 || drawn.current !== undefined;
    if (scroller.current && isElsewhere) scroller.current.scrollTop = current.scrollTop;
    drawn.current = current;
  }, [current]);
  useEffect(() => {
    const pane = scroller.current;
    const place = arrival.peek() === 'back' && current.scrollTop === 0 && history.state?.place?.list;
    if (pane && place)
      import('./list-place.ts').then((way) => way.returnInList(current, pane, place)).catch(() => {});
  }, []);
  useEffect(() => listenToFingers(scroller.current), []);
  const { markOnScroll } = settings.value;
  useEffect(() => (markOnScroll ? markWhileScrolling(scroller.current) : undefined), [markOnScroll]);
  useFocusOnReturn();
  const isSeen = isInPage.value && !isBehind.value;
  useEffect(
    () => (isSeen ? currentId.subscribe((id) => void (id !== undefined && reveal(id))) : undefined),
    [isSeen],
  );
  const scrolled = (): void => {
    const pane = scroller.current;
    if (!pane) return;
    current.scrollTop = pane.scrollTop;
    const left = pane.scrollHeight - pane.scrollTop - pane.clientHeight;
    if (left < pane.clientHeight * screensAhead && current.state.peek() === 'more') void current.loadMore();
  };
  const isEmpty = current.rows.value.length === 0;
  return (
    <div class="list-scroll" ref={scroller} onScroll={scrolled}>
      {/* They ask for more also when all of them have gone. */}
      {(!isEmpty || current.state.value === 'more') && (
        <Rows view={current} scroller={scroller} isPartial={isPartial} />
      )}
      {(isEmpty || !isPartial.value) && (
        <ListState view={current} isNew={isReady.value && feeds.value.size === 0} />
      )}
    </div>
  );
}

/** After an article that filled the screen, the focus returns to its row. */
function useFocusOnReturn(): void {
  const wasBehind = useRef(false);
  useEffect(() => {
    if (wasBehind.current && !isBehind.value)
      takeFocus(document.querySelector<HTMLElement>(`#row-${currentId.peek()} a`));
    wasBehind.current = isBehind.value;
  }, [isBehind.value]);
}

/** Touch gestures are loaded after the list. Returns a function that ends them. */
function listenToFingers(pane: HTMLElement | null): () => void {
  return whenLoaded(pane, async () => (await import('./fingers.ts')).startFingers);
}

function markWhileScrolling(pane: HTMLElement | null): () => void {
  return whenLoaded(pane, async () => (await import('./scroll-marks.ts')).startScrollMarks);
}

function whenLoaded(
  pane: HTMLElement | null,
  load: () => Promise<(pane: HTMLElement) => () => void>,
): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  load().then(
    (start) => {
      if (pane && !isOver) stop = start(pane);
    },
    () => {},
  );
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Not over an empty list, which shows them itself as soon as all of them are there. */
function Fresh({ view: { fresh, rows }, view }: { view: View }) {
  return fresh.value.length > 0 && rows.value.length > 0 ? <FreshPill view={view} /> : null;
}

/** Brings its row into sight; waits for the row, if it is not drawn yet. */
function reveal(id: number, patience = 60): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(`row-${id}`);
    if (!row && patience > 0 && currentId.peek() === id) reveal(id, patience - 1);
    row?.scrollIntoView({ block: 'nearest' });
    // The focus moves along with the current item, but is not taken from somebody who reads or types elsewhere.
    if (document.activeElement?.matches('#list, .row *'))
      row?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  });
}
