// Signing in, and telling an app who has signed in.
import { actionToken, signInApp } from '../../accounts/app-passwords.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import { readParameters } from '../parameters.ts';
import type { Call } from '../routing.ts';
import { headerToken } from './access.ts';
import { refuseSignIn } from './errors.ts';
import type { AppHandler, ReaderHouse } from './handler.ts';
import { json, text } from './present.ts';

/** `POST accounts/ClientLogin`: exchanges the name and the app password for a token, which is given three times. */
export async function clientLogin({ accounts }: ReaderHouse, call: Call): Promise<Response> {
  const parameters = await readParameters(call, 'sign in');
  const credentials = {
    name: parameters.one('Email') ?? '',
    password: parameters.one('Passwd') ?? '',
    address: call.address,
  };
  const token = await attempt(() => signInApp(accounts, credentials));
  if (token instanceof Refusal) return refuseSignIn(token);
  if (parameters.one('output') === 'json') return json({ SID: token, LSID: token, Auth: token });
  return text(`SID=${token}\nLSID=${token}\nAuth=${token}\n`);
}

export const token: AppHandler = (_house, { call, parameters }) =>
  text(actionToken(headerToken(call) ?? parameters.one('T') ?? ''));

export const userInfo: AppHandler = (_house, { userId, app }) => {
  const id = String(userId);
  return json({ userId: id, userName: app.userName, userProfileId: id, userEmail: app.userName });
};
