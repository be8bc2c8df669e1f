// How much each hub has brought within the hour: no more is read than visits could bring, so that nobody fills the disk with a hub of their own.
import type { Clock } from '../../clock.ts';
import { hubPace } from './limits.ts';

export interface Allowance {
  isSpent(callback: string): boolean;
  spend(callback: string, brought: Brought): void;
}

interface Brought {
  bytes: number;
  posts: number;
}

const HOUR_MS = 3_600_000;

export function openAllowance(clock: Clock): Allowance {
  const spent = new Map<string, Brought>();
  let hour = 0;

  const spentBy = (callback: string): Brought => {
    const now = Math.floor(clock.now() / HOUR_MS);
    if (now !== hour) spent.clear();
    hour = now;
    return spent.get(callback) ?? { bytes: 0, posts: 0 };
  };

  return {
    isSpent(callback) {
      const { bytes, posts } = spentBy(callback);
      return bytes >= hubPace.bytesAnHour || posts >= hubPace.postsAnHour;
    },
    spend(callback, { bytes, posts }) {
      const before = spentBy(callback);
      spent.set(callback, { bytes: before.bytes + bytes, posts: before.posts + posts });
    },
  };
}
