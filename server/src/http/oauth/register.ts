// Registers an app: from the contract's form, or from JSON according to RFC 7591.
import { check, clientMetadata, registrationForm } from '@courant/protocol';
import { registerApp } from '../../accounts/apps.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { redirectTarget } from '../../model/app.ts';
import { mediaType, readForm, readJson } from '../form.ts';
import type { Call } from '../routing.ts';
import { errorResponse } from './errors.ts';
import { grantsTold, presentClient, presentRegistration, secretJson } from './present.ts';

const action = 'register app';

export function register(accounts: AccountsOptions, call: Call): Promise<Response> {
  return mediaType(call.request) === 'application/json'
    ? registerByJson(accounts, call)
    : registerByForm(accounts, call);
}

async function registerByForm(accounts: AccountsOptions, call: Call): Promise<Response> {
  const read = check(registrationForm, await readForm(call.request, action), action);
  if (!read.ok) return errorResponse(400, read.error ?? 'invalid_client_metadata', read.message);
  const { client_name: name, website, redirect_uri } = read.value;
  const description = { name, website, redirectUris: [redirect_uri], isPublic: false };
  const registered = await registerApp(accounts, { ...description, registeredByJson: false }, call.address);
  return secretJson(presentRegistration(registered));
}

async function registerByJson(accounts: AccountsOptions, call: Call): Promise<Response> {
  const read = check(clientMetadata, withoutNulls(await readJson(call.request, action)), action);
  if (!read.ok) return errorResponse(400, read.error ?? 'invalid_client_metadata', read.message);
  const { redirect_uris: redirectUris, client_uri: website, token_endpoint_auth_method: method } = read.value;
  const description = {
    // RFC 7591 §2 allows an app without a name; the consent page must still call it something.
    name: read.value.client_name ?? redirectTarget(redirectUris[0] ?? ''),
    website,
    redirectUris,
    isPublic: method === 'none',
    registeredByJson: true,
  };
  const registered = await registerApp(accounts, description, call.address);
  return secretJson(presentClient(registered, { method, grants: grantsTold(accounts) }), 201);
}

/** Libraries of many languages write null for a field that is not set. RFC 7592 §2.2 takes both for the same. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
