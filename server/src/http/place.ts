// Where a person signs in from, according to the request.
import type { Place } from '../accounts/sessions.ts';
import type { Call } from './routing.ts';

export function placeOf({ request, address }: Call): Place {
  return { userAgent: request.headers.get('User-Agent') ?? undefined, address };
}
