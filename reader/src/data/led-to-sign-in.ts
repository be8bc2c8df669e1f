// Whether a 401 leads to the sign-in. A proxy may let pages pass and refuse what they ask for: it would lead there and back for ever.
import { leadsAgainMs } from './limits.ts';

const name = 'led-to-sign-in';

/** Called once for each 401 that should lead there. */
export function leadsToSignIn({ headers }: Response): boolean {
  // The service itself says so, and not of a token, which a proxy has put in. Anything else may still want a sign-in of its own, before its pages.
  if (headers.get('www-authenticate') === 'Bearer') return true;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isSentBack =
    arrival?.type === 'navigate' && Date.now() - Number(sessionStorage[name] ?? 0) < leadsAgainMs;
  if (!isSentBack) sessionStorage[name] = Date.now();
  return !isSentBack;
}
