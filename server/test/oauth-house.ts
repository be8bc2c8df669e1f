// The doors of pages and OAuth on a real store, called without a port: for the journeys of people and apps.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AccountsOptions } from '../src/accounts/options.ts';
import { openTestAccounts, type TestAccounts } from '../src/accounts/testing/open-test-accounts.ts';
import { type App, openApp } from '../src/http/app.ts';
import { openOauthDoor } from '../src/http/oauth/routes.ts';
import { openPagesDoor } from '../src/http/pages/routes.ts';
import { silentLog } from '../src/log.ts';
import type { User } from '../src/model/user.ts';
import { addUser } from './accounts.ts';

export const ines = { name: 'Ines', password: 'correct horse battery' };

export interface OauthHouse {
  accounts: TestAccounts;
  user: User;
  app: App;
  /** Calls an absolute address of the house, as if over TLS. */
  call(url: string, init?: RequestInit & { address?: string }): Promise<Response>;
}

/** Opens the house with one user in it, or with none if told so. */
export async function openOauthHouse(
  t: TestContext,
  { isEmpty = false, ...settings }: Partial<AccountsOptions> & { isEmpty?: boolean } = {},
): Promise<OauthHouse> {
  const accounts = await openTestAccounts(t, settings);
  const instance = { name: 'Courant', url: accounts.publicUrl, implementationVersion: '0.0.0' };
  const app = openApp({
    doors: [openPagesDoor({ accounts, instance }), openOauthDoor(accounts)],
    log: silentLog,
    clock: accounts.clock,
    isUnavailable: () => false,
  });
  const nobody = { id: 0, name: '', isAdmin: false, createdAt: 0 };
  return {
    accounts,
    app,
    user: isEmpty ? nobody : await addUser(accounts, ines),
    call: (url, { address = '198.51.100.7', ...init } = {}) =>
      app(new Request(new URL(url, accounts.publicUrl), init), { address, secure: true }),
  };
}

/** Sends a form. */
export function post(
  house: OauthHouse,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return house.call(path, { method: 'POST', body: new URLSearchParams(fields), headers });
}

export interface TestApp {
  id: string;
  secret: string;
  redirectUri: string;
}

/** Registers an app with the contract's form. */
export async function registerByForm(
  house: OauthHouse,
  redirectUri = 'https://app.example/back',
): Promise<TestApp> {
  const response = await post(house, '/api/v1/register', {
    client_name: 'Lantern',
    redirect_uri: redirectUri,
  });
  assert.equal(response.status, 200);
  const { client_id: id, client_secret: secret } = (await response.json()) as Record<string, string>;
  return { id: id ?? '', secret: secret ?? '', redirectUri };
}

/** A code for the app, as if the user had allowed it on the page. */
export function codeFor(house: OauthHouse, app: TestApp, challenge?: string): Promise<string> {
  const request = { appId: app.id, redirectUri: app.redirectUri, ...(challenge ? { challenge } : {}) };
  return house.accounts.allow(house.user, request);
}

/** The seed's parameters for exchanging a code. */
export function exchangeFields(app: TestApp, code: string): Record<string, string> {
  return { ...ownFields(app), grant_type: 'authorization_code', authorization_code: code };
}

/** The seed's parameters for a refresh. */
export function refreshFields(app: TestApp, refreshToken: string): Record<string, string> {
  return { ...ownFields(app), grant_type: 'refresh_token', refresh_token: refreshToken };
}

function ownFields({ id, secret, redirectUri }: TestApp): Record<string, string> {
  return { client_id: id, client_secret: secret, redirect_uri: redirectUri };
}

/** The tokens that the app gets for a code. */
export async function exchange(house: OauthHouse, app: TestApp, code?: string): Promise<TokenPair> {
  return tokensOf(
    await post(house, '/oauth/token', exchangeFields(app, code ?? (await codeFor(house, app)))),
  );
}

interface TokenPair {
  access: string;
  refresh: string;
}

/** The tokens in an answer that must be a success. */
export async function tokensOf(response: Response): Promise<TokenPair> {
  const body = (await response.json()) as Record<string, string>;
  assert.equal(response.status, 200, JSON.stringify(body));
  return { access: body.access_token ?? '', refresh: body.refresh_token ?? '' };
}

/** Status and error of an answer of the OAuth endpoints, whose headers and body must follow the contract. */
export async function faultOf(response: Response): Promise<string> {
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  assert.equal(response.headers.get('Pragma'), 'no-cache');
  const body = (await response.json()) as Record<string, string>;
  assert.deepEqual(Object.keys(body).sort(), ['error', 'error_description']);
  assert.match(body.error_description ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  return `${response.status} ${body.error}`;
}
