/** Writes the table of endpoints as an OpenAPI 3.1 document. */

import * as z from 'zod';
import { registeredClient, registration, tokenResult } from './authentication.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { feed, group, instance, item } from './entities.ts';
import { errorBody, errorStatuses, registrationError, tokenError } from './errors.ts';
import { changes, counts, snapshot } from './extensions/sync.ts';
import { importJob } from './extensions/transfer.ts';
import { headers, headersOf, requestHeaders } from './openapi-headers.ts';
import { tagOf, tags } from './openapi-tags.ts';
import { pathId } from './parameters.ts';
import { introspection, serverMetadata } from './token-services.ts';

type Json = Record<string, unknown>;

/** Schemas that go into `components/schemas` and are referenced wherever they occur. */
const named = {
  Instance: instance,
  Group: group,
  Feed: feed,
  Item: item,
  Error: errorBody,
  Registration: registration,
  RegisteredClient: registeredClient,
  RegistrationError: registrationError,
  TokenResult: tokenResult,
  TokenError: tokenError,
  ServerMetadata: serverMetadata,
  Introspection: introspection,
  Changes: changes,
  Snapshot: snapshot,
  Counts: counts,
  Import: importJob,
};
const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]));

const pageContent = { 'text/html': { schema: { type: 'string' } } };

const onlyBrowsers =
  'Only a browser in which the user has signed in may: an access token is refused, whatever its scope. Or, where ' +
  '`error_description` is `confirmation_required`, the user has to confirm first who they are.';

/** What these statuses say at the endpoints of OAuth, where nobody has a token yet. */
const refusedApps = {
  400: 'The request cannot be granted: `error` says why.',
  401: 'The app is unknown, or its secret is wrong.',
  413: 'The body is too long.',
};
const refusedPages = {
  400: 'The app or its `redirect_uri` is missing or unknown: a page, never a redirect.',
};
const ownErrors = { resource: {}, token: refusedApps, registration: refusedApps, page: refusedPages };

const errorSchemas = { resource: errorBody, token: tokenError, registration: registrationError };

/** The description of a service at the absolute `url` (without a last slash), running `version` of its implementation. */
export function openApiDocument({ url, version }: { url: string; version: string }): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Courant',
      version,
      summary: 'A feed-reader service',
      description:
        'Ids are positive integers. Lists of ids are strings of comma-delimited integers, each one parameter (`ids=1,2`). ' +
        'Dates are ISO 8601 in UTC with milliseconds. Optional fields without a value are left out. A trailing slash makes no ' +
        'difference to a path. POST takes a form and not JSON, except where an operation says otherwise. Web pages of every origin may ' +
        'call what is here and read its headers (CORS), with a token and without cookies. A method that a path does not have is answered with ' +
        '`405` and an `Allow` that names those it has, a request that takes too long to arrive with `408`. Later versions may add fields, words and ' +
        'parameters: ignore what you do not know.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url }],
    tags: tags(url),
    paths: paths(),
    components: {
      schemas: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, print(schema)])),
      headers: headers(),
      securitySchemes: { oauth2: securityScheme(url), session: sessionScheme(url) },
    },
  };
}

function paths(): Json {
  const all: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(':id', '{id}');
    all[path] = { ...all[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return all;
}

function operation(name: string, endpoint: Endpoint): Json {
  const parameters = parametersOf(endpoint);
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { ...successes(endpoint), ...otherwise(endpoint), ...failures(endpoint) },
  };
}

function securityOf({ scope, browserOnly }: Endpoint): Json[] {
  if (scope === undefined) return [];
  return [browserOnly ? { session: [] } : { oauth2: [scope] }];
}

function parametersOf(endpoint: Endpoint): Json[] {
  const inPath = endpoint.path.includes(':id')
    ? [{ name: 'id', in: 'path', required: true, schema: print(pathId) }]
    : [];
  return [...inPath, ...queryParameters(endpoint), ...requestHeaders(endpoint)];
}

function queryParameters({ query }: Endpoint): Json[] {
  if (query === undefined) return [];
  const { properties, required } = print(query) as { properties: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }));
}

function requestBodyOf({ form, json, query, document }: Endpoint): Json | undefined {
  if (document !== undefined) {
    const schema = { type: 'string', format: 'binary' };
    return { required: true, content: Object.fromEntries(document.map((type) => [type, { schema }])) };
  }
  if (form === undefined) return undefined;
  return {
    // Where the query takes the same parameters, the body may be empty.
    required: query === undefined,
    content: {
      'application/x-www-form-urlencoded': { schema: print(form) },
      ...(json === undefined ? {} : { 'application/json': { schema: print(json.body) } }),
    },
  };
}

function successes({ status, response, text, events, json, paginated, hasTag }: Endpoint): Json {
  const named = [...(paginated ? ['Link'] : []), ...(hasTag ? ['ETag'] : [])];
  const links = named.length > 0 ? { headers: headersOf(named) } : {};
  const body = response === undefined ? {} : { content: contentOf(response) };
  // The contents of a stream are described in words: only OpenAPI 3.2 has a field for them.
  const stream =
    events === undefined ? {} : { content: { 'text/event-stream': { schema: streamOf(events) } } };
  const document = text === undefined ? {} : { content: { [text]: { schema: { type: 'string' } } } };
  const location = status === 302 ? { headers: headersOf(['Location']) } : {};
  return {
    [status]: { description: 'Success.', ...links, ...location, ...body, ...document, ...stream },
    ...(json === undefined
      ? {}
      : { [json.status]: { description: 'Success, for a JSON body.', content: contentOf(json.response) } }),
  };
}

/** Answers that are neither success nor error: 304, and the page that a browser sees before the redirect. */
function otherwise({ hasTag, errorBody: kind }: Endpoint): Json {
  const unchanged = {
    description: 'Unchanged since the ETag that was sent.',
    headers: headersOf(['ETag']),
  };
  const page = { description: 'The page on which the user decides.', content: pageContent };
  const signIn = { description: 'To the sign-in page.', headers: headersOf(['Location']) };
  return { ...(hasTag ? { 304: unchanged } : {}), ...(kind === 'page' ? { 200: page, 303: signIn } : {}) };
}

function failures({ errors, errorBody: kind, browserOnly }: Endpoint): Json {
  const forbidden = browserOnly ? { 403: onlyBrowsers } : {};
  const descriptions: Record<number, string> = { ...errorStatuses, ...ownErrors[kind], ...forbidden };
  const content = kind === 'page' ? pageContent : contentOf(errorSchemas[kind]);
  return Object.fromEntries(
    errors.map((status) => {
      const waits = [422, 429, 503].includes(status) ? { headers: headersOf(['Retry-After']) } : {};
      const asks = status === 401 ? { headers: headersOf(['WWW-Authenticate']) } : {};
      return [status, { description: descriptions[status], ...waits, ...asks, content }];
    }),
  );
}

function contentOf(schema: z.ZodType): Json {
  return { 'application/json': { schema: refer(schema) } };
}

function streamOf(events: z.ZodType): Json {
  return { type: 'string', description: `The data of each event is a ${names.get(events)} as JSON.` };
}

function refer(schema: unknown): Json {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (schema instanceof z.ZodArray) return { type: 'array', items: refer(schema.element) };
  return print(schema as z.ZodType);
}

function print(schema: z.ZodType): Json {
  const { $schema, ...printed } = z.toJSONSchema(schema, {
    // The form that is sent, before it is turned into typed values.
    io: 'input',
    // A custom type, which a function checks, is described by its metadata.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format says it already, and the pattern is a page of leap years.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // zod's own name for a pattern: strict programs refuse formats that they do not know.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
      // The alternatives of a parameter say their types themselves.
      if (jsonSchema.anyOf) delete jsonSchema.type;
      // Parameters are sent as strings, and so is the default; the document declares them as numbers and booleans.
      if (jsonSchema.type !== 'string' && typeof jsonSchema.default === 'string') {
        jsonSchema.default = JSON.parse(jsonSchema.default);
      }
    },
  });
  return printed;
}

function securityScheme(url: string): Json {
  return {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: `${url}${endpoints.authorize.path}`,
        tokenUrl: `${url}${endpoints.token.path}`,
        refreshUrl: `${url}${endpoints.token.path}`,
        scopes: {
          read: 'Read groups, feeds and items.',
          write: 'Change them, and be answered with what was changed.',
        },
      },
    },
  };
}

/** The cookie's name depends on the address: browsers accept the prefix only over https. */
function sessionScheme(url: string): Json {
  return {
    type: 'apiKey',
    in: 'cookie',
    name: url.startsWith('https:') ? '__Host-courant' : 'courant',
    description:
      'The session of a browser in which the user has signed in on the pages of the service. Apps have none.',
  };
}
