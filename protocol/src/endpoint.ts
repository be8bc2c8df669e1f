/** What an endpoint is, and what most of them have in common. */

import * as z from 'zod';
import type { Scope } from './authentication.ts';
import { item } from './entities.ts';
import type { ErrorStatus } from './errors.ts';
import { pageQuery } from './parameters.ts';

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Begins with a slash; `:id` stands for an id. The same endpoint with or without a final slash. */
  path: string;
  /** The scope that the token needs; absent: no token is needed. */
  scope?: Scope;
  /** Only for a browser in which the user has signed in: an app's token is refused with 403, whatever its scope. */
  browserOnly?: true;
  /** Completes "Cannot …" in error messages: `list items`. */
  action: string;
  query?: z.ZodObject;
  /** `application/x-www-form-urlencoded`. */
  form?: z.ZodObject;
  /** `application/json`, if that is accepted too, and its answer. */
  json?: { body: z.ZodObject; status: 201; response: z.ZodType };
  /** The media types of a body that is a document instead of a form. */
  document?: readonly string[];
  /** The status on success. */
  status: 200 | 204 | 302;
  /** The body on success; absent: there is none. */
  response?: z.ZodType;
  /** On success there may be any body or none: only the status matters. */
  ignoresBody?: true;
  /** The media type of the body on success, if that is text and not JSON. */
  text?: string;
  /** The data of each event, if success is a `text/event-stream`. */
  events?: z.ZodType;
  errors: readonly ErrorStatus[];
  /** The kind of body that an error has. */
  errorBody: 'resource' | 'token' | 'registration' | 'page';
  /** Success has an ETag; a request that sends it in `If-None-Match` is answered 304 as long as nothing has changed. */
  hasTag?: true;
  /** Whether the answer is a page with a `Link` header (contract, Pagination). */
  paginated: boolean;
  summary: string;
};

/** The errors that any endpoint with a token may answer with. */
export const guarded = [401, 403, 429, 500, 503] as const;
export const resource = { errorBody: 'resource', paginated: false } as const;
export const token = { errorBody: 'token', paginated: false } as const;

/** Reads, and changes nothing. */
export const reading = { ...resource, method: 'GET', scope: 'read', status: 200 } as const;
/** Changes something. */
export const writing = { ...resource, method: 'POST', scope: 'write', status: 200 } as const;
/** Lists a page of items, with links to the neighbouring pages. */
export const listing = {
  ...reading,
  action: 'list items',
  query: pageQuery,
  response: z.array(item),
  errors: [400, 404, 413, ...guarded],
  paginated: true,
} as const;
