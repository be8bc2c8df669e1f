// Pulling a list down at its top to refresh it.
import { run } from '../../frame/commands.ts';

/** How far it must be pulled, in pixels: further than somebody scrolls up by mistake. */
const commitPx = 72;
/** The list follows the finger more slowly, as if on a rubber band. */
const rubber = 0.5;

/** Listens on the pane of a list. Returns a function that ends it. */
export function startPulling(pane: HTMLElement): () => void {
  let from: { x: number; y: number } | undefined;
  let pulled = 0;
  const controller = new AbortController();
  const { signal } = controller;
  const show = (distance: number): void => {
    pulled = distance;
    pane.style.setProperty('--pull', `${distance}px`);
    if (distance > 0) pane.dataset.pull = distance >= commitPx ? 'ready' : 'begun';
    else delete pane.dataset.pull;
  };
  const begin = ({ touches }: TouchEvent): void => {
    const [touch] = touches;
    from =
      touches.length === 1 && touch && pane.scrollTop <= 0
        ? { x: touch.clientX, y: touch.clientY }
        : undefined;
  };
  const move = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (!from || !touch) return;
    const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
    // Upwards is scrolling, and sideways is a swipe of a row.
    if (pulled === 0 && (dy < 0 || Math.abs(dx) > dy)) from = undefined;
    if (!from || pane.scrollTop > 0) return;
    if (event.cancelable) event.preventDefault();
    show(Math.max(0, dy * rubber));
  };
  const end = (): void => {
    const isReady = from !== undefined && pulled >= commitPx;
    from = undefined;
    show(0);
    if (!isReady) return;
    navigator.vibrate?.(10);
    run('refresh');
  };
  pane.addEventListener('touchstart', begin, { signal, passive: true });
  // Not passive, because the page must not move along.
  pane.addEventListener('touchmove', move, { signal, passive: false });
  pane.addEventListener('touchend', end, { signal });
  pane.addEventListener('touchcancel', () => show(0), { signal });
  return () => {
    show(0);
    controller.abort();
  };
}
