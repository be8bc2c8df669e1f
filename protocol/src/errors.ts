/** Every error in the contract: the bodies, the closed list of statuses, and what each of them means. */

import * as z from 'zod';

/** The body of every failed call to a resource endpoint (contract, Errors of resource endpoints). */
export const errorBody = z
  .looseObject({
    error: z.string().min(1).meta({ description: 'A short sentence for a person.' }),
    error_description: z.string().exactOptional().meta({ description: 'Longer and technical.' }),
    'app.courant.reason': z.string().exactOptional().meta({
      description:
        'A machine-readable reason, such as `title-taken`, for refusals that people see, to translate them by. /about/extensions lists them.',
    }),
  })
  .meta({ description: 'Why a call failed.' });
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * The closed list of error statuses of resource endpoints: status → when it is answered. The contract's own endpoints never
 * answer 410.
 */
export const errorStatuses = {
  400: 'A parameter is missing or malformed.',
  401: 'No token, or an unknown, expired or revoked one. `WWW-Authenticate` says which.',
  403: 'The token lacks the scope.',
  404: 'No such path, or no such id for this user.',
  405: 'The path exists with another method. `Allow` names it.',
  409: 'It is there already, such as a group with that title.',
  410: 'In extensions: a cursor is no longer valid. Start again without it.',
  413: 'The body or a list of ids is too long.',
  415: 'The body has another content type, or a `Content-Encoding`.',
  422: 'Well-formed, but cannot be done. `Retry-After`, if it is there, says when it may be.',
  429: 'Too many requests. `Retry-After` says when to come back.',
  500: 'An error in the service. The body names the request id.',
  503: 'The service is starting, stopping or without its database. `Retry-After` says when to come back.',
} as const;
export type ErrorStatus = keyof typeof errorStatuses;

/**
 * The body of a failed call to the token, revocation and introspection endpoints (seed, Errors, Token endpoint). The status is 401 for
 * `invalid_client` and 400 for the others, unless HTTP has one of its own for what is wrong. Both fields are always present;
 * `error_description` is limited to the characters of RFC 6749 §5.2 (no quotes, no backslash).
 */
export const tokenError = z
  .looseObject({
    error: z.enum(['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type']),
    error_description: z.string().regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
  })
  .meta({ description: 'Why no token was given.' });
export type TokenError = z.infer<typeof tokenError>;
export type TokenErrorCode = TokenError['error'];

/** The body of a refused registration (contract, OAuth; RFC 7591 §3.2.2). */
export const registrationError = z
  .looseObject({
    error: z.enum(['invalid_redirect_uri', 'invalid_client_metadata', 'invalid_request']),
    error_description: z.string().regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
  })
  .meta({ description: 'Why an app was not registered.' });
export type RegistrationError = z.infer<typeof registrationError>;

/** The `error` that a redirect from the authorization endpoint may carry (RFC 6749 §4.1.2.1). */
export type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable';

/** Every error code that a fault in a parameter of the OAuth endpoints can have. */
export type OAuthErrorCode = TokenErrorCode | RegistrationError['error'] | AuthorizationErrorCode;
