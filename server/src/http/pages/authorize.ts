// Where an app sends a person to be let in: checks the request, asks the person, and sends the answer back.
import { authorizationRequest, authorizationTarget, check, readScopes } from '@courant/protocol';
import { findApp } from '../../accounts/apps.ts';
import { type AuthorizationRequest, answerConsent, askConsent } from '../../accounts/authorization.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { type App, isPlainHttp, outOfBandUri, sameRedirectUri } from '../../model/app.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import { singleValues } from '../form.ts';
import { plainWords } from '../plain-words.ts';
import type { Call } from '../routing.ts';
import { readBrowser, readOwnForm } from './browser.ts';
import { codePage, consentPage, declinedPage } from './consent-pages.ts';
import { goToSignIn } from './frame.ts';
import type { House } from './house.ts';
import { redirectTo } from './redirect.ts';
import { stateIn } from './state.ts';

const action = 'connect app';

/** The app that asks, and where its answer goes. Both have been validated, so errors may be sent there. */
interface Target {
  app: App;
  redirectUri: string;
}

interface Fault {
  error: string;
  description: string;
}

export async function showConsent(house: House, call: Call): Promise<Response> {
  const target = await readTarget(house.accounts, call.url.searchParams);
  const request = await readRequest(target, call.url);
  if ('error' in request) return sendFault(house.accounts, { target, fault: request, url: call.url });
  const browser = await readBrowser(house.accounts, call);
  const here = call.url.pathname + call.url.search;
  if (!browser.session) return goToSignIn(here);
  const handle = await askConsent(house.accounts, browser.secret, request);
  const { user } = browser.session;
  return consentPage(house, { app: target.app, request, handle, browser, user, here });
}

export async function takeConsent(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, action);
  const isAllowed = form.decision === 'allow';
  const handle = form.handle ?? '';
  const { request, code } = await answerConsent(house.accounts, browser.secret, { handle, isAllowed });
  if (request.redirectUri === outOfBandUri)
    return code === undefined ? declinedPage(house) : codePage(house, code);
  const answer = code === undefined ? { error: 'access_denied' } : { code };
  return redirectTo(request.redirectUri, {
    ...answer,
    state: request.state,
    iss: request.namesIssuer ? house.accounts.publicUrl : undefined,
  });
}

/** An error here is never redirected: the address could be anybody's (RFC 6749 §4.1.2.1). */
async function readTarget(accounts: AccountsOptions, searchParams: URLSearchParams): Promise<Target> {
  const asked = new URLSearchParams(
    [...searchParams].filter(([name]) => name === 'client_id' || name === 'redirect_uri'),
  );
  const read = check(authorizationTarget, singleValues(asked, action), action);
  if (!read.ok) throw new Refusal('invalid', read.message);
  const { client_id: id, redirect_uri: redirectUri } = read.value;
  const app = await findApp(accounts, id);
  if (!app)
    throw new Refusal('invalid', 'Cannot connect app: this server does not know it; let it register again', {
      reason: 'app-unknown',
    });
  if (!app.redirectUris.some((registered) => sameRedirectUri(registered, redirectUri)))
    throw new Refusal('invalid', 'Cannot connect app: redirect_uri is not the one that it registered', {
      reason: 'app-address-unknown',
    });
  if (accounts.hardened && isPlainHttp(redirectUri))
    throw new Refusal(
      'invalid',
      'Cannot connect app: redirect_uri is not encrypted, and this server insists on that',
      { reason: 'app-address-plain' },
    );
  return { app, redirectUri };
}

async function readRequest(
  { app, redirectUri }: Target,
  { search, searchParams }: URL,
): Promise<AuthorizationRequest | Fault> {
  const values = await attempt(() => singleValues(searchParams, action));
  if (values instanceof Refusal) return { error: 'invalid_request', description: values.message };
  const read = check(authorizationRequest, values, action);
  if (!read.ok) return { error: read.error ?? 'invalid_request', description: read.message };
  const { scope, code_challenge: challenge } = read.value;
  if (app.isPublic && challenge === undefined)
    return { error: 'invalid_request', description: `Cannot ${action}: code_challenge is missing` };
  const state = stateIn(search);
  return {
    appId: app.id,
    redirectUri,
    scope: readScopes(scope),
    namesIssuer: namesIssuer(app, challenge !== undefined),
    ...(state === undefined ? {} : { state }),
    ...(challenge === undefined ? {} : { challenge }),
  };
}

function sendFault(
  accounts: AccountsOptions,
  { target, fault, url }: { target: Target; fault: Fault; url: URL },
): Response {
  if (target.redirectUri === outOfBandUri) throw new Refusal('invalid', fault.description);
  const isNamed = namesIssuer(target.app, url.searchParams.has('code_challenge'));
  return redirectTo(target.redirectUri, {
    error: fault.error,
    error_description: plainWords(fault.description),
    state: stateIn(url.search),
    iss: isNamed ? accounts.publicUrl : undefined,
  });
}

/** RFC 9207 prevents mix-up attacks, but some older clients fail on `iss`: only apps that use PKCE or registered by JSON get it. */
function namesIssuer(app: App, usesPkce: boolean): boolean {
  return usesPkce || app.registeredByJson;
}
