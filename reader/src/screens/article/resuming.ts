// Resumes a file where somebody was in it last, here or on another device, and keeps how far it has come.
import { useEffect, useRef } from 'preact/hooks';
import { playedElsewhere } from '../../data/comings-and-goings.ts';
import { keepPositionMs } from '../../data/limits.ts';
import { keepPosition, positionAnywhere, positionHere } from '../../data/positions.ts';
import type { Playing } from './playing.ts';
import { fileNow } from './starting.ts';

/** A position nearer than this counts as the same. */
const sameSeconds = 3;

/** What the player reports. */
interface Resuming {
  /** Its position has changed. */
  moved(): void;
  /** It pauses, ends or is closed: the position is sent now. */
  stopped(): void;
}

/** Goes to where somebody was last, and keeps the position as long as the player is there. */
export function useResuming(now: Playing, element: () => HTMLVideoElement | null): Resuming {
  const place = useRef<Place>(null);
  const { id } = now.row;
  useEffect(() => {
    const media = element();
    if (!media) return undefined;
    const file = (): ItemFile => ({ id, url: fileNow(now).url });
    const here = new Place(media, file);
    place.current = here;
    const keep = (): void => here.keep();
    const chose = (): void => here.chose();
    media.addEventListener('seeking', chose);
    void resume(file(), (seconds) => here.begin(seconds)).then((elsewhere) => here.answered(elsewhere));
    playedElsewhere.tell = (items) => {
      const played = items.find((item) => item.id === id);
      const { url } = file();
      if (played) void here.told(played.positions.find((each) => each.url === url)?.seconds ?? 0);
    };
    addEventListener('pagehide', keep);
    addEventListener('visibilitychange', keep);
    return () => {
      keep();
      playedElsewhere.tell = () => {};
      media.removeEventListener('seeking', chose);
      removeEventListener('pagehide', keep);
      removeEventListener('visibilitychange', keep);
    };
  }, [id, now.enclosure.url]);
  return { moved: () => place.current?.moved(), stopped: () => place.current?.keep() };
}

interface ItemFile {
  /** Of the item. */
  id: number;
  url: string;
}

/** The position of a file in this player, kept in step with what is known elsewhere. */
class Place {
  readonly #media: HTMLVideoElement;
  /** Its address may change while it is played. */
  readonly #file: () => ItemFile;
  #kept = { seconds: 0, at: 0 };
  /** Until it is known where to resume, the position at the beginning is not worth keeping. */
  #isAsking = true;
  /** Whether the file could go where it was sent last. Later it may: once all of it is there. */
  #couldSeek = true;

  constructor(media: HTMLVideoElement, file: () => ItemFile) {
    this.#media = media;
    this.#file = file;
  }

  begin(seconds: number): void {
    if (!this.#mayStillMove() || seconds === 0) return;
    this.#kept.seconds = seconds;
    this.#send(seconds);
  }

  answered(elsewhere: number | undefined): void {
    if (!this.#mayStillMove()) return;
    this.#isAsking = false;
    if (elsewhere !== undefined && isFar(elsewhere, this.#kept.seconds)) this.goTo(elsewhere);
    else if (this.#media.paused) this.keep();
  }

  /** Once the person has chosen a position, they are not moved to another. */
  chose(): void {
    this.#couldSeek = canSeek(this.#media);
    if (isFar(this.#media.currentTime, this.#kept.seconds)) this.#isAsking = false;
  }

  /** Checks `seeking`, because the event that tells of a choice may still be on its way. */
  #mayStillMove(): boolean {
    if (this.#media.seeking) this.chose();
    return this.#isAsking;
  }

  /** Goes along with another device, unless this one plays. The service is asked again, as the news may be older than our own last position. */
  async told(elsewhere: number): Promise<void> {
    const { paused, currentTime } = this.#media;
    if (!paused || this.#isAsking || !isFar(elsewhere, currentTime)) return;
    const kept = this.#kept;
    const { id, url } = this.#file();
    const now = await positionAnywhere(id, url);
    if (now === undefined || !this.#media.paused) return;
    // Where somebody has moved on meanwhile, here or by an answer before, the service has something newer.
    if (this.#kept === kept) this.goTo(now);
    else await this.told(now);
  }

  goTo(seconds: number): void {
    if (isFar(this.#media.currentTime, seconds)) this.#send(seconds);
    this.#isAsking = false;
    this.#kept = { seconds, at: Date.now() };
  }

  #send(seconds: number): void {
    this.#media.currentTime = seconds;
    // Before anything of it is known, it goes there later, and tells (`seeking`).
    this.#couldSeek = this.#media.readyState === 0 || canSeek(this.#media);
  }

  moved(): void {
    if (Date.now() - this.#kept.at >= keepPositionMs) this.keep();
  }

  keep(): void {
    const { currentTime, ended } = this.#media;
    const seconds = ended ? 0 : currentTime;
    if (this.#isAsking || seconds === this.#kept.seconds) return;
    // Nobody has chosen to hear it again: it could not begin anywhere else. Where it was on another device stays known.
    if (!ended && seconds < this.#kept.seconds && !this.#couldSeek) return;
    this.#kept = { seconds, at: Date.now() };
    void keepPosition({ ...this.#file(), seconds });
  }
}

/** Begins at the position that this browser knows. Resolves to the one that the service knows, if it can be reached. */
async function resume({ id, url }: ItemFile, begin: (here: number) => void): Promise<number | undefined> {
  const asked = positionAnywhere(id, url);
  begin(await positionHere(url));
  return asked;
}

/** Of what is not served in parts, browsers only know the beginning. */
function canSeek({ seekable }: HTMLMediaElement): boolean {
  return seekable.length > 0 && seekable.end(seekable.length - 1) > 0;
}

function isFar(one: number, other: number): boolean {
  return Math.abs(one - other) > sameSeconds;
}
