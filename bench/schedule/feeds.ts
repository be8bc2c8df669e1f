// Synthetic feeds: a mix of publishers as many readers follow them, each with its times of publishing.
import { between, type Chance, chanceOf, evenlyInLog, exponential } from './random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** A Monday: the first moment that counts. */
export const START = Date.UTC(2026, 0, 5);
const HISTORY_MS = 90 * DAY_MS;
/** A document shows old posts too, so slow feeds need a longer past. */
const LONG_HISTORY_MS = 1_500 * DAY_MS;
/** There are fewer posts at night and at weekends: the lowest factors. */
const NIGHT = 0.1;
const WEEKEND = 0.35;

export interface SyntheticFeed {
  id: number;
  kind: Kind;
  /** Times of publishing, in order, past and future. */
  posts: readonly number[];
  /** How many posts its document shows. */
  shown: number;
  /** Its answer to a visit, if that is more than a plain document. */
  answer?: (visit: number) => Answer | undefined;
}

export interface Answer {
  status: number;
  headers: ReadonlyMap<string, string>;
}

export type Kind =
  | 'dead'
  | 'rare'
  | 'blog'
  | 'blog with a cycle'
  | 'clockwork'
  | 'bursty blog'
  | 'news with a cycle'
  | 'bursty news'
  | 'firehose';

interface Span {
  from: number;
  to: number;
  chance: Chance;
}

/** Shares of each kind in the mix. */
const mix: readonly [kind: Kind, share: number, publish: (span: Span) => number[]][] = [
  ['dead', 0.36, (span) => poisson(evenlyInLog(span.chance, 0.0005, 0.003), span)],
  ['rare', 0.2, (span) => poisson(evenlyInLog(span.chance, 0.01, 0.1), span)],
  ['blog', 0.1, (span) => poisson(evenlyInLog(span.chance, 0.1, 1), span)],
  ['blog with a cycle', 0.12, (span) => withCycle(evenlyInLog(span.chance, 0.1, 1), span)],
  ['clockwork', 0.08, clockwork],
  ['bursty blog', 0.05, (span) => bursts(evenlyInLog(span.chance, 0.1, 1), span)],
  ['news with a cycle', 0.06, (span) => withCycle(evenlyInLog(span.chance, 5, 60), span)],
  ['bursty news', 0.02, (span) => bursts(evenlyInLog(span.chance, 5, 60), span)],
  ['firehose', 0.01, (span) => withCycle(evenlyInLog(span.chance, 150, 500), span)],
];

export const kinds: readonly Kind[] = mix.map(([kind]) => kind);

/** The first `days` days from START on are for measuring; a week more is published, for visits that come late. */
export function syntheticFeeds(count: number, days: number, seed: number): SyntheticFeed[] {
  return Array.from({ length: count }, (_, id) => {
    const [kind, publish] = kindAt((id + 0.5) / count);
    const slow = kind === 'dead' || kind === 'rare';
    const from = START - (slow ? LONG_HISTORY_MS : HISTORY_MS);
    const to = START + (days + 7) * DAY_MS;
    const posts = publish({ from, to, chance: chanceOf(seed, id) }).sort((a, b) => a - b);
    return { id, kind, posts, shown: kind === 'firehose' ? 100 : 30 };
  });
}

function kindAt(place: number): [Kind, (span: Span) => number[]] {
  let passed = 0;
  for (const [kind, share, publish] of mix) {
    passed += share;
    if (place < passed) return [kind, publish];
  }
  throw new Error('The shares of the mix come to less than 1');
}

function poisson(perDay: number, { from, to, chance }: Span): number[] {
  const times: number[] = [];
  const next = (after: number): number => after + exponential(chance, perDay / DAY_MS);
  for (let time = next(from); time < to; time = next(time)) times.push(Math.round(time));
  return times;
}

/** Day and night in its own time zone, and quiet weekends: candidates at the busiest rate, thinned out by the hour. */
function withCycle(perDay: number, span: Span): number[] {
  const { chance } = span;
  const zone = between(chance, -12, 12) * HOUR_MS;
  const mean = meanActivity();
  return poisson(perDay / mean, span).filter((time) => chance() < activity(time + zone));
}

/** 0 to 1: a curve with its peak in the working day. */
function activity(localTime: number): number {
  const date = new Date(localTime);
  const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
  const hill = NIGHT + (1 - NIGHT) * Math.max(0, Math.sin(((hour - 7) / 14) * Math.PI));
  const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  return weekend ? hill * WEEKEND : hill;
}

function meanActivity(): number {
  const hours = 7 * 24;
  let total = 0;
  for (let hour = 0; hour < hours; hour++) total += activity(START + (hour + 0.5) * HOUR_MS);
  return total / hours;
}

/** Each day or each week at its hour, within five minutes; now and then it is left out. */
function clockwork({ from, to, chance }: Span): number[] {
  const period = chance() < 0.5 ? DAY_MS : 7 * DAY_MS;
  const times: number[] = [];
  for (let time = from + chance() * period; time < to; time += period) {
    const skipped = chance() < 0.07;
    if (!skipped) times.push(Math.round(time + between(chance, -5, 5) * MINUTE_MS));
  }
  return times;
}

/** One to nine posts within a few hours, then a pause. */
function bursts(perDay: number, span: Span): number[] {
  const { chance, to } = span;
  const meanSize = 5;
  return poisson(perDay / meanSize, span).flatMap((start) => {
    const size = 1 + Math.floor(chance() * (2 * meanSize - 1));
    const lengthMs = between(chance, 0.5, 3) * HOUR_MS;
    return Array.from({ length: size }, () => Math.round(start + chance() * lengthMs)).filter(
      (time) => time < to,
    );
  });
}
