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
      if (isFar(media.currentTime, seconds)) media.currentTime = seconds;
      kept.current = { seconds: media.currentTime, at: Date.now(), isAsking: false };
    };
    const begin = (here: number): void => {
      if (!kept.current.isAsking || here === 0) return;
      kept.current.seconds = here;
      media.currentTime = here;
    };
    const answered = (elsewhere: number | undefined): void => {
      const { isAsking, seconds } = kept.current;
      if (!isAsking) return;
      kept.current.isAsking = false;
      if (elsewhere !== undefined && isFar(elsewhere, seconds)) goTo(elsewhere);
      else if (media.paused) keep(media);
    };
    // Whoever goes somewhere by themselves is not taken elsewhere any more.
    const chose = (): void => {
      if (isFar(media.currentTime, kept.current.seconds)) kept.current.isAsking = false;
    };
    media.addEventListener('seeking', chose);
    void resume(media, { id: row.id, url }, begin).then(answered);
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
      media.removeEventListener('seeking', chose);
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

/** Plays at once from where this browser knows of. Resolves to where another device was, as far as the service says so. */
async function resume(
  media: HTMLVideoElement,
  file: { id: number; url: string },
  begin: (here: number) => void,
): Promise<number | undefined> {
  const asked = positionAnywhere(file.id, file.url);
  // Where the browser wants a click first, the button is there.
  media.play().catch(() => {});
  begin(await positionHere(file.url));
  return asked;
}

function isFar(one: number, other: number): boolean {
  return Math.abs(one - other) > sameSeconds;
}
