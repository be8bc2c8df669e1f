// Where a file goes on: where somebody was in it last, here or on another device, and who is told how far it has come.
import { useEffect, useRef } from 'preact/hooks';
import { keepPositionMs } from '../../data/limits.ts';
import { playedElsewhere } from '../../data/played.ts';
import { keepPosition, positionAnywhere, positionHere } from '../../data/positions.ts';
import type { Playing } from './playing.ts';

/** What is nearer than this is where one is already. */
const sameSeconds = 3;

/** What the player tells as it goes. */
export interface Resuming {
  /** It has come on. */
  moved(): void;
  /** It pauses, ends or is put away: now is the time to tell. */
  stopped(): void;
}

/** Begins to play where somebody was last, and keeps how far it comes, for as long as the player is there. */
export function useResuming(
  { row, enclosure: { url } }: Playing,
  element: () => HTMLVideoElement | null,
): Resuming {
  const kept = useRef({ seconds: 0, at: 0, isAsking: true });
  const keep = (media = element()): void => {
    // Before it is known where to go on, the beginning is no news.
    if (!media || kept.current.isAsking) return;
    const seconds = media.ended ? 0 : media.currentTime;
    if (seconds === kept.current.seconds) return;
    kept.current = { seconds, at: Date.now(), isAsking: false };
    void keepPosition({ id: row.id, url, seconds });
  };
  useEffect(() => {
    const media = element();
    if (!media) return undefined;
    const goTo = (seconds: number): void => {
      if (Math.abs(media.currentTime - seconds) > sameSeconds) media.currentTime = seconds;
      kept.current = { seconds: media.currentTime, at: Date.now(), isAsking: false };
    };
    void resume(media, { id: row.id, url }, goTo);
    playedElsewhere.tell = (items) => {
      const played = items.find(({ id }) => id === row.id);
      // What plays here is later by itself.
      if (played && media.paused) goTo(played.positions.find((each) => each.url === url)?.seconds ?? 0);
    };
    const putAway = (): void => keep(media);
    addEventListener('pagehide', putAway);
    addEventListener('visibilitychange', putAway);
    return () => {
      putAway();
      playedElsewhere.tell = () => {};
      removeEventListener('pagehide', putAway);
      removeEventListener('visibilitychange', putAway);
    };
  }, [row, url]);
  return {
    moved: () => {
      if (Date.now() - kept.current.at >= keepPositionMs) keep();
    },
    stopped: () => keep(),
  };
}

/** Plays at once from where this browser knows of, and goes where another device was when the service says so. */
async function resume(
  media: HTMLVideoElement,
  file: { id: number; url: string },
  goTo: (seconds: number) => void,
): Promise<void> {
  const asked = positionAnywhere(file.id, file.url);
  // Where the browser wants a click first, the button is there.
  media.play().catch(() => {});
  const here = await positionHere(file.url);
  if (here > 0) media.currentTime = here;
  goTo((await asked) ?? media.currentTime);
}
