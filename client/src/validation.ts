/** Checks each answer against the contract; loaded only if `validate` is on, because it loads the schemas. */

import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errorBody,
  registrationError,
  tokenError,
} from '@courant/protocol';
import { ContractError } from './errors.ts';

const errorSchemas = { resource: errorBody, token: tokenError, registration: registrationError };

/** Throws a ContractError that says where the answer differs from the contract. */
export function holdAgainstContract(name: EndpointName, response: Response, text: string): void {
  const endpoint: Endpoint = endpoints[name];
  const wrong = faultOf(endpoint, response, text);
  if (wrong !== undefined) {
    throw new ContractError(
      `Cannot accept ${response.status} of ${endpoint.method} ${endpoint.path}: ${wrong}`,
    );
  }
}

/** The same for the data of one event of a stream. */
export function holdEventAgainstContract(name: EndpointName, data: string): void {
  const { events, method, path }: Endpoint = endpoints[name];
  const wrong = events && bodyFault(events, data);
  if (wrong !== undefined) throw new ContractError(`Cannot accept an event of ${method} ${path}: ${wrong}`);
}

function faultOf(endpoint: Endpoint, response: Response, text: string): string | undefined {
  const { status, headers } = response;
  const allowed: readonly number[] = response.ok ? [endpoint.status] : endpoint.errors;
  if (!allowed.includes(status)) return `the status must be one of ${allowed.join(', ')}`;
  if (!headers.get('x-request-id')) return 'it has no X-Request-Id';
  if ((status === 429 || status === 503) && !headers.get('retry-after')) return 'it has no Retry-After';
  if (status === 401 && endpoint.scope !== undefined && !headers.get('www-authenticate')) {
    return 'it has no WWW-Authenticate';
  }
  const wrongCaching = cachingFault(endpoint, headers);
  if (wrongCaching !== undefined) return wrongCaching;
  if (endpoint.errorBody === 'page' || (response.ok && endpoint.ignoresBody)) return undefined;
  if (response.ok && endpoint.text !== undefined) return typeFault(endpoint.text, headers);
  const schema = response.ok ? endpoint.response : errorSchemas[endpoint.errorBody];
  if (schema === undefined) return text === '' ? undefined : 'it has a body';
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(headers.get('content-type') ?? '')) {
    return `its content type is ${headers.get('content-type')}`;
  }
  return bodyFault(schema, text);
}

/** Personal data must not be stored by caches on the way (contract, Conventions); nor may tokens (RFC 6749 §5.1). */
function cachingFault(endpoint: Endpoint, headers: Headers): string | undefined {
  const caching = headers.get('cache-control') ?? '';
  if (endpoint.path === endpoints.token.path) {
    if (!caching.includes('no-store')) return 'it has no Cache-Control: no-store';
    return headers.get('pragma') === 'no-cache' ? undefined : 'it has no Pragma: no-cache';
  }
  if (endpoint.scope === undefined || headers.has('etag')) return undefined;
  return /private/.test(caching) && /no-store/.test(caching)
    ? undefined
    : `its Cache-Control is ${caching || 'missing'}`;
}

function typeFault(wanted: string, headers: Headers): string | undefined {
  const type = headers.get('content-type') ?? '';
  return type.split(';')[0] === wanted ? undefined : `its content type is ${type || 'missing'}`;
}

function bodyFault(schema: NonNullable<Endpoint['response']>, text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const issue = schema.safeParse(body).error?.issues[0];
  return issue && `${issue.path.join('.') || 'the body'}: ${issue.message}`;
}
