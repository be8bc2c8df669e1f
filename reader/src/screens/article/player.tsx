// The player, docked at the bottom: it goes on while somebody reads something else.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { feeds } from '../../data/copy.ts';
import { setRead } from '../../data/marks.ts';
import type { Row } from '../../data/row.ts';
import { change, settings } from '../../data/settings.ts';
import { Icon, type IconName } from '../../frame/icons.tsx';
import { pathOf } from '../../frame/routes.ts';
import { showToast } from '../../frame/status.ts';
import { clockTime } from '../../texts/clock-time.ts';
import { t } from '../../texts/translate.ts';
import { isPlayable, type Playing, playing } from './playing.ts';
import { useResuming } from './resuming.ts';
import { start } from './starting.ts';

/** Between the player and what is below or above it, in pixels. */
const gap = 18;

const backSeconds = 15;
const forwardSeconds = 30;
const speeds = [1, 1.2, 1.5, 1.75, 2, 0.8];

export function Player() {
  const now = playing.value;
  return now ? <Dock key={now.enclosure.url} now={now} /> : null;
}

function Dock({ now }: { now: Playing }) {
  const dock = useRef<HTMLElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  useEffect(() => (dock.current ? tellHeight(dock.current) : undefined), []);
  const at = useSignal(0);
  const length = useSignal(now.enclosure.duration_seconds ?? 0);
  const isPlaying = useSignal(false);
  const seek = (seconds: number): void => {
    if (media.current) media.current.currentTime = seconds;
  };
  const skip = (seconds: number): void => seek((media.current?.currentTime ?? 0) + seconds);
  const resuming = useResuming(now, () => media.current);
  useEffect(() => {
    const element = media.current;
    if (!element) return undefined;
    start(element, now);
    return announce(now, { element, skip });
  }, [now]);
  return (
    <section ref={dock} class={`player ${isPlayable(now.enclosure)}`} aria-label={t('player.label')}>
      {/* biome-ignore lint/a11y/useMediaCaption: what the publisher gives is all there is */}
      <video
        ref={media}
        src={now.enclosure.url}
        preload="metadata"
        playsInline
        onTimeUpdate={(event) => {
          at.value = event.currentTarget.currentTime;
          resuming.moved();
        }}
        onDurationChange={(event) => {
          const { duration } = event.currentTarget;
          // A live stream has none.
          length.value = Number.isFinite(duration) ? duration : 0;
        }}
        onPlay={() => {
          isPlaying.value = true;
        }}
        onPause={() => {
          isPlaying.value = false;
          resuming.stopped();
        }}
        onEnded={() => {
          resuming.stopped();
          setRead([now.row], true);
        }}
        onError={() => {
          // Not every browser says that a file which has failed is paused.
          isPlaying.value = false;
          showToast(t('player.failed'));
        }}
      />
      <Tool
        label={isPlaying.value ? t('player.pause') : t('player.play')}
        icon={isPlaying.value ? 'pause' : 'play'}
        act={() => media.current && (isPlaying.value ? media.current.pause() : start(media.current, now))}
      />
      <Skip seconds={backSeconds} skip={skip} />
      <Progress row={now.row} at={at.value} length={length.value} seek={seek} />
      <Skip seconds={forwardSeconds} skip={skip} />
      <Speed media={media} />
      <Tool
        label={t('player.close')}
        icon="close"
        act={() => {
          playing.value = undefined;
        }}
      />
    </section>
  );
}

function Tool({ label, icon, act }: { label: string; icon: IconName; act: () => void }) {
  return (
    <button type="button" class="ib" aria-label={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

interface ProgressProps {
  row: Row;
  /** In seconds, like the length. */
  at: number;
  length: number;
  seek: (seconds: number) => void;
}

function Progress({ row, at, length, seek }: ProgressProps) {
  const now = clockTime(at);
  // Unknown until the file is there, and that of a live stream stays so.
  const told = length > 0 ? t('player.time', { now, length: clockTime(length) }) : now;
  return (
    <div class="t">
      <a href={pathOf({ kind: 'everything' }, row.id)} dir="auto">
        {row.title}
      </a>
      <input
        type="range"
        aria-label={t('player.seek')}
        aria-valuetext={told}
        min={0}
        max={Math.max(1, Math.floor(length))}
        value={Math.floor(at)}
        onInput={(event) => seek(Number(event.currentTarget.value))}
      />
      <small class="num">{told}</small>
    </div>
  );
}

function Speed({ media }: { media: RefObject<HTMLVideoElement | null> }) {
  const { speed = 1 } = settings.value;
  useEffect(() => {
    if (media.current) setSpeed(media.current, speed);
  }, [speed]);
  const faster = (): void => change({ speed: speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1 });
  return (
    <button type="button" class="ib num" aria-label={`${t('player.speed')}: ${speed}×`} onClick={faster}>
      <span dir="ltr">{speed}×</span>
    </button>
  );
}

/** Of the file that is there, and of the one that is requested in its place after a failure. */
function setSpeed(media: HTMLMediaElement, speed: number): void {
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}

function Skip({ seconds, skip }: { seconds: number; skip: (seconds: number) => void }) {
  const isBack = seconds === backSeconds;
  const label = isBack ? t('player.back', { seconds }) : t('player.forward', { seconds });
  return (
    <button
      type="button"
      class="ib num"
      aria-label={label}
      title={label}
      onClick={() => skip(isBack ? -seconds : seconds)}
    >
      <span dir="ltr">
        {isBack ? '−' : '+'}
        {seconds}
      </span>
    </button>
  );
}

/** So that the style sheet leaves room for it at the end of what it lies over: a film is high. Returns a function that takes this back. */
function tellHeight(dock: HTMLElement): () => void {
  const { style } = document.documentElement;
  const watcher = new ResizeObserver(() => style.setProperty('--player', `${dock.offsetHeight + gap}px`));
  watcher.observe(dock);
  return () => {
    watcher.disconnect();
    style.removeProperty('--player');
  };
}

/** Tells the system what is playing, so that its media keys and lock screen work. Returns a function that takes this back. */
function announce(
  now: Playing,
  { element, skip }: { element: HTMLVideoElement; skip: (seconds: number) => void },
): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const { mediaSession } = navigator;
  mediaSession.metadata = new MediaMetadata({
    title: now.row.title,
    artist: feeds.peek().get(now.row.feedId)?.title ?? '',
  });
  const handlers: [MediaSessionAction, () => void][] = [
    ['play', () => start(element, now)],
    ['pause', () => element.pause()],
    ['seekbackward', () => skip(-backSeconds)],
    ['seekforward', () => skip(forwardSeconds)],
  ];
  for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler);
  return () => {
    mediaSession.metadata = null;
    for (const [action] of handlers) mediaSession.setActionHandler(action, null);
  };
}
