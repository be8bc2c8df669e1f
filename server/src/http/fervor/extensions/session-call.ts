// Calls that only a signed-in browser may make: no app decides who may sign in.
import { requireConfirmed } from '../../../accounts/confirmation.ts';
import { findSession, isSessionSecret } from '../../../accounts/sessions.ts';
import { Refusal } from '../../../model/refusal.ts';
import type { Session } from '../../../model/session.ts';
import type { FervorHouse, UserCall, UserHandler } from '../handler.ts';
import { noContent } from '../present.ts';

/** A call from our own pages. */
export interface SessionCall extends UserCall {
  session: Session;
}

/** Undefined: there is nothing to answer with. `action` follows "Cannot". */
export type SessionHandler = (
  house: FervorHouse,
  call: SessionCall,
  action: string,
) => Promise<Response | undefined>;

/** Passes the session to the handler. Refuses an app's token with `forbidden`, whatever its scope. */
export function bySession(action: string, handle: SessionHandler): UserHandler {
  return async (house, call) => {
    const session = isSessionSecret(call.secret) ? await findSession(house.accounts, call.secret) : undefined;
    if (!session)
      throw new Refusal('forbidden', `Cannot ${action}: only a browser that is signed in here may`);
    return (await handle(house, { ...call, session }, action)) ?? noContent();
  };
}

/** For changes to who may sign in: the owner of the session must have confirmed recently who they are. */
export function ifConfirmed(handle: SessionHandler): SessionHandler {
  return async (house, call, action) => {
    requireConfirmed(house.accounts, call.session, action);
    return handle(house, call, action);
  };
}
