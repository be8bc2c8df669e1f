// Learns from its posts how often a Source publishes: a slow and a fast mean, and the hours of the day at which it does.
import type { Rhythm } from '../../model/source.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
const SLOW_HALF_LIFE_MS = 28 * DAY_MS;
const FAST_HALF_LIFE_MS = 5 * DAY_MS;
/** What is assumed about a source before anything is seen: few posts, weighted like about a week of watching. */
const PRIOR_COUNT = 0.01;
const PRIOR_MS = 7 * DAY_MS;
/** The profile of hours starts as if this many posts were spread evenly, so that a few posts do not make a habit. */
const PRIOR_HOURS = 12;
/** Older habits fade: all counts are halved when their sum exceeds this. */
const MOST_HOURS = 400;
const LEAST_WEIGHT = 0.2;
const GREATEST_WEIGHT = 8;
const WEEKDAY_HOUR_SHARE = 5 / 168;
const WEEKEND_HOUR_SHARE = 2 / 168;
const STEP_MS = 5 * MINUTE_MS;
/** A day in steps: by its rhythm nothing is planned further ahead. */
const STEPS = 288;

/** The rhythm by the dates of the first document, so that no source starts without one. `times`: those of its posts, none in the future. */
export function firstRhythm(times: readonly number[], now: number): Rhythm {
  // If all posts have one date, it is the date of the document, not of the posts.
  const telling = new Set(times).size > 1 ? times : [];
  const earliest = telling.reduce((least, time) => Math.min(least, time), now);
  const rhythm: Rhythm = {
    at: now,
    slowCount: sum(telling.map((time) => fading(now - time, SLOW_HALF_LIFE_MS))),
    slowMs: fadedExposure(now - earliest, SLOW_HALF_LIFE_MS),
    fastCount: sum(telling.map((time) => fading(now - time, FAST_HALF_LIFE_MS))),
    fastMs: fadedExposure(now - earliest, FAST_HALF_LIFE_MS),
    profile: Array<number>(48).fill(0),
    lastHour: 0,
  };
  return withHours(rhythm, telling);
}

/** The rhythm after a visit: with the new posts (mostly none) and the time that has passed. */
export function nextRhythm(before: Rhythm, times: readonly number[], now: number): Rhythm {
  const passed = Math.max(0, now - before.at);
  const rhythm: Rhythm = {
    ...before,
    at: now,
    slowCount: before.slowCount * fading(passed, SLOW_HALF_LIFE_MS) + times.length,
    slowMs: before.slowMs * fading(passed, SLOW_HALF_LIFE_MS) + fadedExposure(passed, SLOW_HALF_LIFE_MS),
    fastCount: before.fastCount * fading(passed, FAST_HALF_LIFE_MS) + times.length,
    fastMs: before.fastMs * fading(passed, FAST_HALF_LIFE_MS) + fadedExposure(passed, FAST_HALF_LIFE_MS),
    profile: [...before.profile],
  };
  return withHours(rhythm, times);
}

/** Expected posts a minute, averaged over all hours. */
export function postsPerMinute(rhythm: Rhythm): number {
  const slow = (rhythm.slowCount + PRIOR_COUNT) / (rhythm.slowMs + PRIOR_MS);
  const fast = (rhythm.fastCount + slow * DAY_MS) / (rhythm.fastMs + DAY_MS);
  return (slow / 2 + fast / 2) * MINUTE_MS;
}

/**
 * The time after which the posts expected to have appeared by then have waited `price` minutes in total: only then is a
 * request worth it. At most a day.
 */
export function worthwhileAfterMs(rhythm: Rhythm, now: number, price: number): number {
  const rate = postsPerMinute(rhythm);
  const weights = hourWeights(rhythm.profile);
  const stepMinutes = STEP_MS / MINUTE_MS;
  let appeared = 0;
  let waited = 0;
  for (let step = 0; step < STEPS; step++) {
    appeared += rate * (weights[slotOf(now + step * STEP_MS)] ?? 1) * stepMinutes;
    waited += appeared * stepMinutes;
    if (waited >= price) return (step + 1) * STEP_MS;
  }
  return STEPS * STEP_MS;
}

/** How much busier than the mean each of the 48 hours is: 24 of a weekday, 24 of a day of the weekend. */
function hourWeights(profile: readonly number[]): number[] {
  const total = sum(profile);
  return profile.map((_, slot) => {
    const share = slot < 24 ? WEEKDAY_HOUR_SHARE : WEEKEND_HOUR_SHARE;
    const weight = (smoothed(profile, slot) + PRIOR_HOURS * share) / ((total + PRIOR_HOURS) * share);
    return Math.min(GREATEST_WEIGHT, Math.max(LEAST_WEIGHT, weight));
  });
}

function smoothed(profile: readonly number[], slot: number): number {
  const start = slot < 24 ? 0 : 24;
  const at = (hour: number): number => profile[start + ((hour + 24) % 24)] ?? 0;
  return (at(slot - 1) + 2 * at(slot) + at(slot + 1)) / 4;
}

/** Counts each hour in which something appeared once: a burst of ten posts is one habit. */
function withHours(rhythm: Rhythm, times: readonly number[]): Rhythm {
  const hours = [...new Set(times.map((time) => Math.floor(time / HOUR_MS)))].sort((a, b) => a - b);
  for (const hour of hours) {
    if (hour <= rhythm.lastHour) continue;
    const slot = slotOf(hour * HOUR_MS);
    rhythm.profile[slot] = (rhythm.profile[slot] ?? 0) + 1;
    rhythm.lastHour = hour;
  }
  if (sum(rhythm.profile) > MOST_HOURS) rhythm.profile = rhythm.profile.map((count) => count / 2);
  return rhythm;
}

/** Computed without a `Date`, for speed: each visit needs the slots of up to a day of steps. */
function slotOf(time: number): number {
  const hours = Math.floor(time / HOUR_MS);
  // The first day of the epoch was a Thursday, so days 2 and 3 of its weeks are Saturday and Sunday.
  const day = Math.floor(hours / 24) % 7;
  return (hours % 24) + (day === 2 || day === 3 ? 24 : 0);
}

function fading(passedMs: number, halfLifeMs: number): number {
  return 2 ** (-Math.max(0, passedMs) / halfLifeMs);
}

/** The time watched, with each moment weighted by its age: ∫₀^passed 2^(−s/halfLife) ds. */
function fadedExposure(passedMs: number, halfLifeMs: number): number {
  return (halfLifeMs / Math.LN2) * (1 - fading(passedMs, halfLifeMs));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
