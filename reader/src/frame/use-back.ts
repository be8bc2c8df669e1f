// Tries again by itself what failed while the service was away.
import { useEffect, useMemo } from 'preact/hooks';
import { isPassing } from '../data/service.ts';
import { heardAt } from '../data/sync.ts';

/** Calls `again` once the service has been heard since the error, unless that would not help. */
export function useBack(error: unknown, again: () => void): void {
  const failedAt = useMemo(() => Date.now(), [error]);
  const isBack = error !== undefined && isPassing(error) && heardAt.value > failedAt && failedAt;
  useEffect(() => {
    if (isBack) again();
  }, [isBack]);
}
