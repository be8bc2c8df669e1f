/** What an endpoint is, and what most of them have in common. */

import * as z from 'zod';
import type { Scope } from './authentication.ts';
import { item } from './entities.ts';
import type { ErrorStatus } from './errors.ts';
import { pageQuery } from './parameters.ts';

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Beginning with a slash, `:id` where an id stands. With or without a last slash it is the same endpoint. */
  path: string;
  /** The scope that the token needs; absent where no token is wanted. */
  scope?: Scope;
  /** What the caller is told that it cannot do: `list items`. */
  action: string;
  query?: z.ZodObject;
  /** `application/x-www-form-urlencoded`. */
  form?: z.ZodObject;
  /** `application/json`, where that is spoken too, and what it is answered with. */
  json?: { body: z.ZodObject; status: 201; response: z.ZodType };
  /** The types of a body that is a document of its own and no form. */
  document?: readonly string[];
  /** The status of success. */
  status: 200 | 204 | 302;
  /** The body of success; absent where there is none. */
  response?: z.ZodType;
  /** Success may have any body or none: the status says all. */
  ignoresBody?: true;
  /** The type of the body of success, where that is a text and not JSON. */
  text?: string;
  /** The data of each event, where success is a `text/event-stream`. */
  events?: z.ZodType;
  errors: readonly ErrorStatus[];
  /** Which body an error has. */
  errorBody: 'resource' | 'token' | 'registration' | 'page';
  /** Success has an ETag, and whoever sends it back in `If-None-Match` is answered 304 for as long as nothing has changed. */
  hasTag?: true;
  /** Whether the answer is a page with a `Link` header (contract, Pagination). */
  paginated: boolean;
  summary: string;
};

/** What any endpoint behind a token may answer. */
export const guarded = [401, 403, 429, 500, 503] as const;
export const resource = { errorBody: 'resource', paginated: false } as const;
export const token = { errorBody: 'token', paginated: false } as const;

/** Asks, and changes nothing. */
export const reading = { ...resource, method: 'GET', scope: 'read', status: 200 } as const;
/** Changes something. */
export const writing = { ...resource, method: 'POST', scope: 'write', status: 200 } as const;
/** A page of items with its neighbours. */
export const listing = {
  ...reading,
  action: 'list items',
  query: pageQuery,
  response: z.array(item),
  errors: [400, 404, 413, ...guarded],
  paginated: true,
} as const;
