// The status of each kind of refusal. Protocols whose apps know fewer of them have their own.
import type { ErrorStatus } from '@courant/protocol';
import type { RefusalCode } from '../model/refusal.ts';

export const statuses: Readonly<Record<RefusalCode, ErrorStatus>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'wrong-method': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'wrong-media-type': 415,
  cannot: 422,
  'too-many': 429,
};
