// Notices that the day is over while the page is open, so that nothing of yesterday is called today's.
import { dayKey, today } from './dates.ts';

/** No timer for midnight, which a computer may sleep through. */
const lookEveryMs = 60_000;

/** Called once. */
export function followDay(): void {
  const look = (): void => {
    if (dayKey(Date.now()) !== dayKey(today.peek())) today.value = Date.now();
  };
  setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', look);
  look();
}
