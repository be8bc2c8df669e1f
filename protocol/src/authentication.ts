/** Requests and answers of registration, sign-in and tokens (contract, OAuth), in the seed's form and in standard OAuth's. */

import * as z from 'zod';
import type { Fault } from './check.ts';
import { maxClientNameCharacters, maxRedirectUris, maxUrlCharacters } from './limits.ts';
import { fail, optional, readWebAddress, readWebsite } from './parameters.ts';

/** With this redirect address the code is shown on a page for the person to copy (contract, OAuth). */
export const outOfBandUri = 'urn:ietf:wg:oauth:2.0:oob';

/** All scopes; a request without any means both, unknown names are ignored. */
export const scopes = ['read', 'write'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes in a space-delimited string, ignoring unknown names; both if it is missing or names none that we know. */
export function readScopes(raw: string | undefined): Scope[] {
  const asked = new Set((raw ?? '').split(' '));
  const known = scopes.filter((scope) => asked.has(scope));
  return known.length > 0 ? known : [...scopes];
}

/**
 * Schemes that a browser runs, or opens itself, or that belong to programs of the system (for mail, calls, messages, maps, other machines),
 * instead of to an app: a code must never be sent there. And `localhost`, where the `http://` before it was forgotten: no browser would find it.
 */
const refusedSchemes = new Set(
  (
    'javascript data file vbscript blob about filesystem view-source jar intent urn ws wss ftp localhost ' +
    'mailto tel sms smsto mms mmsto facetime sip sips geo maps market ssh sftp telnet smb'
  ).split(' '),
);

const required = z.string({ error: 'is missing' }).min(1, { error: 'is missing' });

const badRedirect: Fault = { error: 'invalid_redirect_uri' };

/** What is wrong with the type of a value: in JSON it may be there and of another one. */
const missingUnless = (what: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : what),
});

const redirectUri = z
  .custom<string>((raw) => typeof raw === 'string', {
    ...missingUnless('is not a list of addresses'),
    params: badRedirect,
  })
  .transform(readRedirectUri)
  .meta({ type: 'string', format: 'uri', maxLength: maxUrlCharacters })
  .meta({ description: 'Absolute, without a fragment; compared exactly, except a port on loopback.' });

const clientName = z
  .string(missingUnless('is not a string'))
  .transform(readClientName)
  .meta({ type: 'string', minLength: 1, maxLength: maxClientNameCharacters })
  .meta({ description: 'Shown to the user.' });

const website = z
  .string({ error: 'is not a string' })
  .transform((raw, context) => (raw.trim() === '' ? undefined : readWebsite(raw, context)))
  .optional()
  .meta({ type: 'string', format: 'uri', maxLength: maxUrlCharacters })
  .meta({ description: 'Shown to the user; http or https.' });

/** `POST /api/v1/register` as a form (seed, Client registration). */
export const registrationForm = z.object({ client_name: clientName, website, redirect_uri: redirectUri });

/** The answer to a form, 200. */
export const registration = z
  .looseObject({ client_id: z.string().min(1), client_secret: z.string().min(1) })
  .meta({ description: 'The credentials of an app.' });
export type Registration = z.infer<typeof registration>;

/** One fault for the whole list: anybody may send one of thousands of numbers, and each would take as long as all the rest. */
const names = z
  .custom<string[]>((raw) => Array.isArray(raw) && raw.every((each) => typeof each === 'string'), {
    error: 'is not a list of strings',
  })
  .meta({ type: 'array', items: { type: 'string' } })
  .optional();

/**
 * `POST /api/v1/register` as JSON (RFC 7591 §2). Other fields are ignored, as §2 requires. An app with the method `none` is
 * public: it gets no secret, and must use PKCE.
 */
export const clientMetadata = z.object(
  {
    redirect_uris: z
      .array(redirectUri, missingUnless('is not a list of addresses'))
      .min(1, { error: 'is empty' })
      .max(maxRedirectUris, { error: `has more than ${maxRedirectUris} addresses` }),
    client_name: clientName.optional(),
    client_uri: website,
    token_endpoint_auth_method: z
      .enum(['none', 'client_secret_basic', 'client_secret_post'], {
        error: 'is not none, client_secret_basic or client_secret_post',
      })
      // RFC 7591 §2: the standard's default.
      .default('client_secret_basic'),
    grant_types: names,
    response_types: names,
    scope: z.string({ error: 'is not a string' }).optional(),
  },
  { error: 'the body is not a JSON object' },
);

/** The answer to JSON, 201 (RFC 7591 §3.2.1). Times are seconds since 1970; 0 for a secret that never expires. */
export const registeredClient = z
  .looseObject({
    client_id: z.string().min(1),
    client_secret: z.string().min(1).exactOptional(),
    client_id_issued_at: z.int().min(0).exactOptional(),
    client_secret_expires_at: z.int().min(0).exactOptional(),
    redirect_uris: z.array(z.string()).min(1),
    client_name: z.string().exactOptional(),
    client_uri: z.string().exactOptional(),
    token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    scope: z.string().exactOptional(),
  })
  .meta({ description: 'A registered app.' });
export type RegisteredClient = z.infer<typeof registeredClient>;

/** The part of `GET /oauth/authorize` that must be valid before any redirect: a fault here is shown on a page. */
export const authorizationTarget = z.object({ client_id: required, redirect_uri: required });

/** The rest of `GET /oauth/authorize`: a fault here is sent by redirect, with its own `error` or else `invalid_request`. */
export const authorizationRequest = z
  .object({
    response_type: required
      .refine((raw) => raw === 'code', {
        error: 'must be code',
        params: { error: 'unsupported_response_type' } satisfies Fault,
      })
      .meta({ type: 'string', enum: ['code'] }),
    state: optional,
    scope: optional.meta({
      type: 'string',
      description: 'Space-delimited: read, write. Default: both.',
    }),
    code_challenge: z
      .string()
      .regex(/^[\x21-\x7e]{43,128}$/, { error: 'is not 43 to 128 characters of ASCII' })
      .optional(),
    // RFC 7636 §4.3 makes `plain` the default; RFC 9700 §2.1.1 rules it out.
    code_challenge_method: z.literal('S256', { error: 'must be S256' }).optional(),
  })
  .superRefine((request, context) => {
    if (request.code_challenge !== undefined && request.code_challenge_method === undefined) {
      context.addIssue({ code: 'custom', path: ['code_challenge_method'], message: 'must be S256' });
    }
  });

/** All parameters of `GET /oauth/authorize`, for the OpenAPI description. */
export const authorizationQuery = z.object({
  ...authorizationTarget.shape,
  ...authorizationRequest.shape,
});

const grantType = required.refine(
  (raw) => ['authorization_code', 'refresh_token', 'password'].includes(raw),
  {
    error: 'is not supported',
    params: { error: 'unsupported_grant_type' } satisfies Fault,
  },
);

// Absent where the credentials come by HTTP Basic, or where the app is public: the endpoint decides.
const credentials = { client_id: optional, client_secret: optional };

const codeGrant = z
  .object({
    grant_type: z.literal('authorization_code'),
    redirect_uri: required,
    ...credentials,
    authorization_code: optional,
    code: optional,
    // The alphabet of RFC 7636 §4.1 is not enforced: git-credential-oauth sends plain base64.
    code_verifier: z
      .string()
      .regex(/^[\x21-\x7e]{43,128}$/, { error: 'is not 43 to 128 characters of ASCII' })
      .optional(),
  })
  .superRefine(refuseTwoCodes)
  .transform(({ authorization_code, code, ...rest }) => ({
    ...rest,
    code: code ?? authorization_code ?? '',
    /** Whether the app speaks standard OAuth: then it may refresh without a redirect_uri (contract, OAuth). */
    standard: code !== undefined || rest.code_verifier !== undefined,
  }));

const refreshGrant = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: required,
  /** Required unless the app has shown that it speaks standard OAuth: the endpoint decides. */
  redirect_uri: optional,
  ...credentials,
  scope: optional,
});

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: required,
  password: required,
  redirect_uri: required,
  ...credentials,
  scope: optional,
});

/**
 * `POST /oauth/token`, discriminated by `grant_type`. The code is returned as `code`, under whichever name it was sent. A fault is
 * `invalid_request` unless it has its own `error`.
 */
export const tokenRequest = z
  .looseObject({ grant_type: grantType })
  .pipe(z.discriminatedUnion('grant_type', [codeGrant, refreshGrant, passwordGrant]));
export type TokenRequest = z.output<typeof tokenRequest>;

/** The fields of `POST /oauth/token`, for the OpenAPI description. */
export const tokenForm = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token', 'password']),
  redirect_uri: optional.meta({
    description: 'Required, except when an app that uses standard OAuth refreshes a token.',
  }),
  ...credentials,
  authorization_code: optional.meta({ description: 'The code; `code` is accepted as well.' }),
  code: optional,
  code_verifier: optional,
  refresh_token: optional,
  username: optional,
  password: optional,
  scope: optional,
});

/** The access token result (seed, Access token result). `expires_in` is in seconds; it never comes without `refresh_token`. */
export const tokenResult = z
  .looseObject({
    access_token: z.string().min(1),
    token_type: z.literal('bearer'),
    expires_in: z
      .int()
      .min(1)
      .exactOptional()
      .meta({ description: 'Lifetime of the access token in seconds.' }),
    refresh_token: z.string().min(1).exactOptional(),
    scope: z.string().exactOptional().meta({ description: 'Space-delimited.' }),
  })
  .refine((result) => (result.expires_in === undefined) === (result.refresh_token === undefined), {
    error: 'expires_in and refresh_token come together',
  })
  .meta({ description: 'An access token.' });
export type TokenResult = z.infer<typeof tokenResult>;

function readRedirectUri(raw: string, context: z.RefinementCtx): string {
  if (raw === '') return fail(context, 'is missing', badRedirect);
  if (raw === outOfBandUri) return raw;
  if (raw.length > maxUrlCharacters)
    return fail(context, `is longer than ${maxUrlCharacters} characters`, badRedirect);
  if (raw.includes('#')) return fail(context, 'has a fragment', badRedirect);
  // It is put into a Location header exactly as registered, so only visible ASCII is allowed.
  const scheme = /^([a-z][a-z0-9+.-]*):[\x21-\x7e]*$/i.exec(raw)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(raw)) return fail(context, 'is not an absolute URI', badRedirect);
  if (refusedSchemes.has(scheme)) return fail(context, `has the scheme ${scheme}`, badRedirect);
  return /^https?$/.test(scheme) ? readWebRedirect(raw, context) : raw;
}

/** The person is shown where the code goes, so nothing may look like the host to the eye that is not the host to a browser. */
function readWebRedirect(raw: string, context: z.RefinementCtx): string {
  // Browsers take a backslash for a slash; no URI has one (RFC 3986 §2).
  if (raw.includes('\\')) return fail(context, 'has a backslash', badRedirect);
  // Browsers ignore superfluous slashes, and an empty user name.
  if (/^https?:\/*[^/?]*@/i.test(raw)) return fail(context, 'has a user name before its host', badRedirect);
  return readWebAddress(raw, context, badRedirect);
}

/** Control characters, and those of direction (UAX #9 §2): an unbalanced one reverses the text around the name. */
const disruptive = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Blanks, and what Unicode leaves out of sight (Default_Ignorable_Code_Point): marks of direction, fillers. */
const unseen = /^[\p{Z}\p{Cf}\p{DI}\u2800]*$/u;

function readClientName(raw: string, context: z.RefinementCtx): string {
  const name = raw.trim();
  if (name === '') return fail(context, 'is missing');
  if ([...name].length > maxClientNameCharacters)
    return fail(context, `is longer than ${maxClientNameCharacters} characters`);
  if (disruptive.test(name)) return fail(context, 'has a control character');
  return unseen.test(name) ? fail(context, 'has no visible character') : name;
}

function refuseTwoCodes(
  request: { code?: string | undefined; authorization_code?: string | undefined },
  context: z.RefinementCtx,
): void {
  const { code, authorization_code: seedCode } = request;
  if (code === undefined && seedCode === undefined)
    context.addIssue({ code: 'custom', path: ['authorization_code'], message: 'is missing' });
  if (code !== undefined && seedCode !== undefined && code !== seedCode)
    context.addIssue({ code: 'custom', path: ['code'], message: 'differs from authorization_code' });
}
