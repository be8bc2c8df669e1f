// The door where apps register and get their tokens: all paths, on one page.
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Call, Door, Route, Tongue } from '../routing.ts';
import { fail, refuse } from './errors.ts';
import { metadata } from './metadata.ts';
import { ownPaths } from './paths.ts';
import { register } from './register.ts';
import { giveTokens } from './token.ts';
import { introspect, revoke } from './token-services.ts';

type Handler = (accounts: AccountsOptions, call: Call) => Promise<Response> | Response;

export const oauthTongue: Tongue = {
  name: 'oauth',
  crossOrigin: true,
  owns: (path) => Object.values<string>(ownPaths).includes(path),
  refuse,
  fail,
};

/** Opens the door. */
export function openOauthDoor(accounts: AccountsOptions): Door {
  const on = (method: Route['method'], path: string, handle: Handler): Route => ({
    method,
    path,
    handle: (call) => handle(accounts, call),
  });
  return {
    ...oauthTongue,
    routes: [
      on('POST', ownPaths.register, register),
      on('POST', ownPaths.token, giveTokens),
      on('POST', ownPaths.revoke, revoke),
      on('POST', ownPaths.introspect, introspect),
      on('GET', ownPaths.metadata, metadata),
    ],
  };
}
