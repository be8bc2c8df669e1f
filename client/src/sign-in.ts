/** All steps from a fresh app to tokens and back: registration, consent, code, refresh, revocation (contract, OAuth). */

import type { ServerMetadata, TokenResult } from '@courant/protocol';
import { ContractError, CourantError, NetworkError } from './errors.ts';
import { renewalTimeoutMs, renewalTries } from './limits.ts';
import { challengeOf, randomString } from './pkce.ts';
import { locate } from './routes.ts';
import type { Session, Tokens } from './session.ts';
import type { Send } from './transport.ts';
import type { Values } from './values.ts';

/** A program that a service knows. Store it with the tokens: a refresh needs it. */
export type App = {
  clientId: string;
  /** Absent for a public app, which was registered with JSON (RFC 7591). */
  clientSecret?: string;
  /** Exactly as it was registered. */
  redirectUri: string;
};

export type CallOptions = { signal?: AbortSignal | undefined };

/** What must be remembered while the user is at the service. */
export type PendingSignIn = {
  /** Where to send the browser. */
  url: string;
  /** Is returned in the redirect. */
  state: string;
  /** Proves that the code was requested here. */
  codeVerifier: string;
  /** The service that was asked: its answer may name it (RFC 9207). */
  issuer: string;
};

/** Where the sign-in calls read and store what they need. */
export type SignInContext = {
  baseUrl: string;
  send: Send;
  session: () => Session;
  app: () => App;
  setApp: (app: App) => void;
  now: () => number;
};

/** The methods of the client for registering, signing in and signing out. */
export function createSignIn(context: SignInContext) {
  const { send, session } = context;
  return {
    /**
     * Registers this program with the service, and uses the result from now on. `redirectUri` has no fragment;
     * `urn:ietf:wg:oauth:2.0:oob` shows the code to be copied. Throws CourantError 400 (`invalid_redirect_uri`,
     * `invalid_client_metadata`) or 429. Seed: Client registration.
     */
    async register(about: RegistrationRequest, { signal }: CallOptions = {}): Promise<App> {
      const { name, website, redirectUri } = about;
      const form = { client_name: name, website, redirect_uri: redirectUri };
      const { body } = await send({ name: 'register', form, signal });
      const app = { clientId: body.client_id, clientSecret: body.client_secret, redirectUri };
      context.setApp(app);
      return app;
    },

    /**
     * Begins a sign-in: the address to open, with PKCE (S256), and what to store until the browser is back. `scope` is space-delimited;
     * default: all. Throws TypeError if the client has no app.
     */
    async authorizationUrl(ask: { state?: string; scope?: string } = {}): Promise<PendingSignIn> {
      const { state = randomString(), scope } = ask;
      const codeVerifier = randomString();
      const query = { ...(await consentQuery(context.app(), { state, codeVerifier })), scope };
      const { url } = locate(context.baseUrl, 'authorize', { query });
      return { url, state, codeVerifier, issuer: context.baseUrl };
    },

    /**
     * Exchanges a code for tokens and signs in with them. Throws CourantError 400 `invalid_grant` when the code is
     * unknown, used or expired. Seed: Access token request.
     */
    async exchangeCode(
      { code, codeVerifier }: { code: string; codeVerifier?: string },
      { signal }: CallOptions = {},
    ): Promise<Tokens> {
      const form = { authorization_code: code, code_verifier: codeVerifier };
      const tokens = await askForTokens(context, { grant_type: 'authorization_code', ...form }, { signal });
      await session().adopt(tokens);
      return tokens;
    },

    /** Gets new tokens now. Rarely needed: calls renew theirs by themselves. 401, or 400 `invalid_grant`: sign in again. */
    refresh(): Promise<Tokens> {
      return session().renewed(session().current());
    },

    /** Revokes the tokens at the service (RFC 7009), then forgets them. Does nothing if signed out already. */
    async revoke({ signal }: CallOptions = {}): Promise<void> {
      const tokens = session().current();
      if (tokens === undefined) return;
      const token = tokens.refreshToken ?? tokens.accessToken;
      await send({ name: 'revokeToken', form: { token, ...credentialsOf(context.app()) }, signal });
      await session().adopt(undefined);
    },

    /** Where the OAuth endpoints are and what they support (RFC 8414). The client itself knows them from the contract. */
    async metadata({ signal }: CallOptions = {}): Promise<ServerMetadata> {
      return (await send({ name: 'getServerMetadata', signal })).body;
    },
  };
}

async function consentQuery(
  { clientId, redirectUri }: App,
  { state, codeVerifier }: { state: string; codeVerifier: string },
) {
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await challengeOf(codeVerifier),
    code_challenge_method: 'S256',
  };
}

/** What a service is told of this program: `name` and `website` (http or https) are shown to the user. */
export type RegistrationRequest = { name: string; redirectUri: string; website?: string };

/**
 * The code in the address that the browser came back to. Throws CourantError if the user or the service refused, and
 * ContractError if `state` is not the one that was sent: then somebody else began this. Also if `iss` names another service than the
 * one that was asked, which may have sent the user there to get the code (RFC 9700, 4.4).
 */
export function readRedirect(
  address: string,
  pending: Pick<PendingSignIn, 'state'> & Partial<Pick<PendingSignIn, 'issuer'>>,
): string {
  const parameters = new URL(address).searchParams;
  if (parameters.get('state') !== pending.state) {
    throw new ContractError('Cannot sign in: state is not the one that was sent');
  }
  const issuer = parameters.get('iss');
  if (issuer !== null && pending.issuer !== undefined && !isSameService(issuer, pending.issuer)) {
    const what = `${issuer} has answered, not ${pending.issuer} that was asked`;
    throw new ContractError(`Cannot sign in: ${what}; if both are the same, baseUrl must be the first`);
  }
  const error = parameters.get('error');
  if (error !== null) {
    const description = parameters.get('error_description') ?? undefined;
    throw new CourantError({ status: 400, error, description });
  }
  const code = parameters.get('code');
  if (code === null) throw new ContractError('Cannot sign in: the redirect has neither code nor error');
  return code;
}

function isSameService(one: string, other: string): boolean {
  if (!URL.canParse(one)) return false;
  const plain = (address: string): string => new URL(address).href.replace(/\/$/, '');
  return plain(one) === plain(other);
}

/**
 * New tokens for a refresh token. Repeats the request if the answer is lost: for a short time the service gives a fresh pair for the
 * old token (contract, OAuth), and without it the user would have to sign in again.
 */
export async function renewTokens(context: SignInContext, refreshToken: string): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  for (let tried = 1; ; tried++) {
    try {
      return await askForTokens(context, form, { timeoutMs: renewalTimeoutMs });
    } catch (error) {
      if (!(error instanceof NetworkError) || tried >= renewalTries) throw error;
    }
  }
}

async function askForTokens(
  context: SignInContext,
  form: Values,
  limits: { signal?: AbortSignal | undefined; timeoutMs?: number },
): Promise<Tokens> {
  const app = context.app();
  // Measured from before the request: the token is never assumed to live longer than it does.
  const askedAt = context.now();
  const { body } = await context.send({
    name: 'token',
    form: { ...form, redirect_uri: app.redirectUri, ...credentialsOf(app) },
    ...limits,
  });
  return toTokens(body, askedAt);
}

function toTokens(result: TokenResult | undefined, askedAt: number): Tokens {
  if (typeof result?.access_token !== 'string') {
    throw new ContractError('Cannot sign in: the answer has no access_token');
  }
  return {
    accessToken: result.access_token,
    ...(result.refresh_token === undefined ? {} : { refreshToken: result.refresh_token }),
    ...(result.expires_in === undefined ? {} : { expiresAt: askedAt + result.expires_in * 1000 }),
    ...(result.scope === undefined ? {} : { scope: result.scope }),
  };
}

function credentialsOf({ clientId, clientSecret }: App): Values {
  return { client_id: clientId, client_secret: clientSecret };
}
