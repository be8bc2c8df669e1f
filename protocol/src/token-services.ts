/** The services around the token endpoint: metadata (RFC 8414), revocation (RFC 7009) and introspection (RFC 7662). */

import * as z from 'zod';
import { optional } from './parameters.ts';

/** `GET /.well-known/oauth-authorization-server` (RFC 8414 §2). */
export const serverMetadata = z
  .looseObject({
    issuer: z.url(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    registration_endpoint: z.url().exactOptional(),
    revocation_endpoint: z.url().exactOptional(),
    introspection_endpoint: z.url().exactOptional(),
    scopes_supported: z.array(z.string()).exactOptional(),
    response_types_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()).exactOptional(),
    token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
    code_challenge_methods_supported: z.array(z.string()).exactOptional(),
    service_documentation: z.url().exactOptional(),
    authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
  })
  .meta({ description: 'Where an authorization server has its endpoints and what they can do.' });
export type ServerMetadata = z.infer<typeof serverMetadata>;

/** `POST /oauth/revoke` (RFC 7009 §2.1) and `POST /oauth/introspect` (RFC 7662 §2.1). */
export const tokenReference = z.object({
  token: z.string({ error: 'is missing' }).min(1, { error: 'is missing' }),
  token_type_hint: optional,
  client_id: optional,
  client_secret: optional,
});

/** The answer of `POST /oauth/introspect` (RFC 7662 §2.2). Times in seconds since 1970; an invalid token has only `active: false`. */
export const introspection = z
  .looseObject({
    active: z.boolean(),
    scope: z.string().exactOptional(),
    client_id: z.string().exactOptional(),
    username: z.string().exactOptional(),
    token_type: z.string().exactOptional(),
    exp: z.int().exactOptional(),
    iat: z.int().exactOptional(),
    sub: z.string().exactOptional(),
    iss: z.string().exactOptional(),
  })
  .meta({ description: 'The state of a token.' });
export type Introspection = z.infer<typeof introspection>;
