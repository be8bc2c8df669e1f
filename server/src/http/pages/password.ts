// Changing one's own password.
import { changePassword } from '../../accounts/change-password.ts';
import { confirmByPassword, confirmedUntil } from '../../accounts/confirmation.ts';
import { listPasskeys } from '../../accounts/passkeys.ts';
import { codesOf } from '../../accounts/second-factor.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Session } from '../../model/session.ts';
import type { User } from '../../model/user.ts';
import { attempt } from '../attempt.ts';
import { placeOf } from '../place.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm } from './browser.ts';
import { codeField, newPasswordField } from './fields.ts';
import { alert, goToSignIn, present } from './frame.ts';
import type { House } from './house.ts';
import { type Html, html } from './html.ts';
import { enter, enterAgain } from './sign-in.ts';

export async function showPassword(house: House, call: Call): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  return browser.session
    ? passwordPage(house, { browser, session: browser.session })
    : goToSignIn('/password');
}

export async function takePassword(house: House, call: Call): Promise<Response> {
  const { accounts } = house;
  const { form, browser } = await readOwnForm(accounts, call, 'change password');
  const { session, secret } = browser;
  const signedOut = async (): Promise<Response> =>
    (await enterAgain({ house, call, browser }, form)) ?? goToSignIn('/password');
  if (!session) return signedOut();
  const { current = '', password = '', code = '' } = form;
  const changed = await attempt(async () => {
    if (await isCodeMissing(house, session))
      await confirmByPassword(accounts, session, { secret, password: current, code, address: call.address });
    return changePassword(accounts, { secret, current, password, place: placeOf(call) });
  });
  if (!(changed instanceof Refusal)) return enter({ ...house, call }, changed, '/');
  // Read again, because the session may have been confirmed by now.
  const now = (await readBrowser(accounts, call)).session;
  if (!now) return signedOut();
  return passwordPage(house, { browser, session: now, refusal: changed });
}

/** Whether a code must be entered besides the password, because the account wants codes and the session is not confirmed. */
async function isCodeMissing({ accounts }: House, session: Session): Promise<boolean> {
  if (confirmedUntil(session, accounts.clock.now()) !== undefined) return false;
  return (await codesOf(accounts, session.user.id)).since !== undefined;
}

async function passwordPage(
  house: House,
  { browser, session, refusal }: { browser: Browser; session: Session; refusal?: Refusal },
): Promise<Response> {
  const { say, sayWhy } = house;
  const title = say('password.title');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('password.hint')}</p>
${endsLinks(house, session.user)}
${await keepsPasskeys(house, session.user)}
${refusal && alert(sayWhy(refusal))}
<form method="post" action="/password">
${csrfField(browser)}
<input type="text" name="username" value="${session.user.name}" autocomplete="username" hidden>
<label for="current">${say('fields.currentPassword')}</label>
<input id="current" name="current" type="password" autocomplete="current-password" required>
${(await isCodeMissing(house, session)) ? codeField(house) : undefined}
${newPasswordField(house, say('fields.newPassword'))}
<button class="button primary">${say('password.change')}</button>
</form>`;
  return present(house, { title, body, refusal });
}

/** What does not end with the password: whoever knew it could have added one. */
async function keepsPasskeys({ accounts, say }: House, { id }: User): Promise<Html | undefined> {
  if ((await listPasskeys(accounts, id)).length === 0) return undefined;
  const link = html`<a href="/security">${say('security.title')}</a>`;
  return html`<p class="sub">${say('password.keepsPasskeys', { link })}</p>`;
}

/** What ends with the password of whoever may make links for others. */
export function endsLinks({ say }: House, { isAdmin }: User): Html | undefined {
  return isAdmin ? html`<p class="sub">${say('password.endsLinks')}</p>` : undefined;
}
