// Notices the time that passes while the page is open, and journeys: nothing of yesterday is called today's, and no clock is that of home.
import { dayKey, formats, today } from './dates.ts';
import { lookAtClock } from './from-now.ts';

/** No timer for midnight, which a computer may sleep through. */
const lookEveryMs = 60_000;

/** Called once. */
export function followDay(): void {
  // They were made before this was loaded, and a journey may have gone on since then.
  let zone = zoneOf(formats.values().next().value);
  const look = (): void => {
    const before = zone;
    zone = zoneOf();
    const isElsewhere = zone !== before;
    if (isElsewhere) formats.clear();
    if (isElsewhere || dayKey(Date.now()) !== dayKey(today.peek())) today.value = Date.now();
    if (document.visibilityState === 'visible') lookAtClock();
  };
  setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', look);
  look();
}

/** The time zone of a format: of a new one, that of the device. */
function zoneOf(format = new Intl.DateTimeFormat()): string {
  return format.resolvedOptions().timeZone;
}
