// Where the link of an invitation leads: a new account, or a new password for one.
import { acceptInvitation, invitationPath, openInvitation } from '../../accounts/invitations.ts';
import { minPasswordCharacters } from '../../accounts/limits.ts';
import { startSession } from '../../accounts/sessions.ts';
import { Refusal } from '../../model/refusal.ts';
import { MAX_USER_NAME_LENGTH, type User } from '../../model/user.ts';
import { placeOf } from '../place.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm, withBrowser } from './browser.ts';
import { statusOf } from './errors.ts';
import { alert, present } from './frame.ts';
import { attempt, type House, hostOf } from './house.ts';
import { type Html, html } from './html.ts';
import { enter } from './sign-in.ts';

interface InvitationPage {
  browser: Browser;
  token: string;
  user: User | undefined;
  name?: string;
  refusal?: Refusal;
}

export async function showInvitation(house: House, call: Call): Promise<Response> {
  const token = call.url.searchParams.get('token') ?? '';
  const { user } = await openInvitation(house.accounts, token);
  const browser = await readBrowser(house.accounts, call);
  return withBrowser({ ...house, call }, browser, invitationPage(house, { browser, token, user }));
}

export async function takeInvitation(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'open invitation');
  const { token = '', username: name = '', password = '' } = form;
  const user = await attempt(() => acceptInvitation(house.accounts, { token, name, password }));
  if (!(user instanceof Refusal))
    return enter({ ...house, call }, await startSession(house.accounts, user, placeOf(call)), '/');
  if (user.code === 'gone') throw user;
  const offer = await openInvitation(house.accounts, token);
  return invitationPage(house, { browser, token, user: offer.user, name, refusal: user });
}

function invitationPage(
  house: House,
  { browser, token, user, name = '', refusal }: InvitationPage,
): Response {
  const title = user ? 'A new password' : 'Welcome';
  const body = html`<h1>${title}</h1>
<p class="sub">${user ? wordsOfReset(user) : html`You are invited to read on <b>${hostOf(house)}</b>. Choose a name and a password.`}</p>
${refusal && alert(`${refusal.message}.`)}
<form method="post" action="${invitationPath}">
${csrfField(browser)}<input type="hidden" name="token" value="${token}">
${user ? html`<input type="text" name="username" value="${user.name}" autocomplete="username" hidden>` : nameField(name)}
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${minPasswordCharacters}" aria-describedby="password-hint" required>
<p class="hint" id="password-hint">At least ${minPasswordCharacters} characters. Longer is better.</p>
<button class="button primary">${user ? 'Set the password' : 'Make the account'}</button>
</form>`;
  return present(house, { title, body, status: refusal ? statusOf(refusal) : 200 });
}

function wordsOfReset({ name }: User): Html {
  return html`For the account <b><bdi>${name}</bdi></b>. Every app and every browser will have to sign in again; one-time codes and passkeys are removed.`;
}

function nameField(name: string): Html {
  return html`<label for="username">Name</label>
<input id="username" name="username" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${MAX_USER_NAME_LENGTH}" required>`;
}
