// Says in words how long somebody has to wait.

const units: [ms: number, name: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
];

/** The sentence for a person who wants a visit while the site has asked not to be visited. */
export function waitSentence(leftMs: number): string {
  return `The site asks not to be visited now; it can be asked again in ${inWords(leftMs)}`;
}

/** The same for one who has waited in vain for the turn at the site. */
export const busySentence = 'The site is being visited for others just now; try again in a minute';

/** `3 hours`; rounded up, so that nobody comes too early. */
export function inWords(ms: number): string {
  const [unitMs, name] = units.find(([unit]) => ms >= unit) ?? [1_000, 'second'];
  const count = Math.max(1, Math.ceil(ms / unitMs));
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}
