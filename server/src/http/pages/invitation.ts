// The page that an invitation link leads to: a new account, or a new password for an existing one.
import { acceptInvitation, invitationPath, openInvitation } from '../../accounts/invitations.ts';
import { endSession, startSession } from '../../accounts/sessions.ts';
import { Refusal } from '../../model/refusal.ts';
import type { User } from '../../model/user.ts';
import { attempt } from '../attempt.ts';
import { placeOf } from '../place.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm, withBrowser } from './browser.ts';
import { newNameField, newPasswordField } from './fields.ts';
import { alert, present } from './frame.ts';
import { type House, ownHost } from './house.ts';
import { type Html, html } from './html.ts';
import { endsLinks } from './password.ts';
import { enter, enterAgain } from './sign-in.ts';

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
  if (!(user instanceof Refusal)) {
    // Of whoever was signed in here before.
    if (browser.session) await endSession(house.accounts, browser.secret);
    return enter({ ...house, call }, await startSession(house.accounts, user, placeOf(call)), '/');
  }
  if (user.code === 'gone') {
    const again = await enterAgain({ house, call, browser }, form);
    if (!again) throw user;
    return again;
  }
  const offer = await openInvitation(house.accounts, token);
  return invitationPage(house, { browser, token, user: offer.user, name, refusal: user });
}

function invitationPage(
  house: House,
  { browser, token, user, name = '', refusal }: InvitationPage,
): Response {
  const { say } = house;
  const title = say(user ? 'invitation.newPassword' : 'invitation.welcome');
  const body = html`<h1>${title}</h1>
<p class="sub">${user ? say('invitation.resetHint', { name: html`<b><bdi>${user.name}</bdi></b>` }) : say('invitation.hint', { host: html`<b><bdi>${ownHost(house)}</bdi></b>` })}</p>
${user && endsLinks(house, user)}
${signsOut(house, browser, user)}
${refusal && alert(house.sayWhy(refusal))}
<form method="post" action="${invitationPath}">
${csrfField(browser)}<input type="hidden" name="token" value="${token}">
${user ? html`<input type="text" name="username" value="${user.name}" autocomplete="username" hidden>` : newNameField(house, name)}
${newPasswordField(house, say('fields.password'))}
<button class="button primary">${say(user ? 'invitation.set' : 'invitation.make')}</button>
</form>`;
  return present(house, { title, body, refusal });
}

/** An administrator who looks at the link before sending it must not lose a session, and the link, without knowing. */
function signsOut({ say }: House, { session }: Browser, user: User | undefined): Html | undefined {
  if (!session || session.user.id === user?.id) return undefined;
  return alert(say('invitation.signsOut', { name: html`<b><bdi>${session.user.name}</bdi></b>` }), 'caution');
}
