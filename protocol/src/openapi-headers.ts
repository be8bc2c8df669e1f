/** The headers in the OpenAPI document: those that an answer carries, and those that a request may. */

import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { item } from './entities.ts';
import { changes } from './extensions/sync.ts';
import { defaultPageSize } from './limits.ts';

type Json = Record<string, unknown>;

/** References to the headers of an answer. */
export function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What the references lead to. */
export function headers(): Json {
  const string = { type: 'string' };
  return {
    Link: {
      description:
        'RFC 8288. `rel="next"` is the page of older items, `rel="prev"` that of newer ones; absent if there are none. ' +
        `A page has ${defaultPageSize} items unless \`limit\` says otherwise.`,
      schema: string,
      example: '<https://news.example/api/v1/items?max_id=41>; rel="next"',
    },
    ETag: {
      description: 'Send it back in `If-None-Match` to get an answer only if something has changed.',
      schema: string,
    },
    Location: {
      description: 'After the consent the redirect_uri with `code` or `error`, and `state`.',
      schema: string,
    },
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
    'WWW-Authenticate': {
      description:
        'RFC 6750 §3. At the endpoints of OAuth RFC 6749 §5.2: only if the request has an `Authorization` header.',
      schema: string,
    },
  };
}

/** Headers with which a request may ask for another answer. */
export function requestHeaders(endpoint: Endpoint): Json[] {
  return [
    ...(endpoint.hasTag ? [optional('If-None-Match', 'The ETag of an earlier answer.')] : []),
    ...(endpoint.events ? [optional('Last-Event-ID', lastEventId)] : []),
    ...(showsItems(endpoint) ? [optional('Prefer', prefer)] : []),
  ];
}

const lastEventId =
  'The id of the last event that was received: resumes a stream. Takes precedence over `since`.';
const prefer = '`images=proxied`: items come with `app.courant.images`, their pictures through the service.';

function showsItems({ response, events }: Endpoint): boolean {
  const shown = response instanceof z.ZodArray ? response.element : (response ?? events);
  return shown === item || shown === changes;
}

function optional(name: string, description: string): Json {
  return { name, in: 'header', required: false, schema: { type: 'string', description } };
}
