// Tries again by itself what failed while the service was away.
import { CourantError } from '@courant/client';
import { useEffect, useMemo } from 'preact/hooks';
import { heardAt } from '../data/reached.ts';
import { isPassing } from '../data/service.ts';

/** Calls `again` once the service has been heard since the error, unless it was there all the while: it refuses, or has a fault. */
export function useBack(error: unknown, again: () => void): void {
  // Not the time of the failure: a clock that was fast may be set right.
  const heardBefore = useMemo(() => heardAt.peek(), [error]);
  const wasThere = !isPassing(error) || (error instanceof CourantError && error.status === 500);
  const isBack = error !== undefined && !wasThere && heardAt.value !== heardBefore && error;
  useEffect(() => {
    if (isBack) again();
  }, [isBack]);
}
