// Notices the time that passes while the page is open, and journeys: nothing of yesterday is called today's, and no clock is that of home.
import { changeZone, dayKey, today } from './dates.ts';
import { lookAtClock } from './from-now.ts';

/** No timer for midnight, which a computer may sleep through. */
const lookEveryMs = 60_000;

/** Called once. */
export function followDay(): void {
  let zone = zoneNow();
  const look = (): void => {
    const before = zone;
    zone = zoneNow();
    if (zone !== before) changeZone();
    else if (dayKey(Date.now()) !== dayKey(today.peek())) today.value = Date.now();
    if (document.visibilityState === 'visible') lookAtClock();
  };
  setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', look);
  look();
}

function zoneNow(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
