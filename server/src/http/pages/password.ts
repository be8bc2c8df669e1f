// Changing one's password.
import { minPasswordCharacters } from '../../accounts/limits.ts';
import { startSession } from '../../accounts/sessions.ts';
import { changePassword } from '../../accounts/users.ts';
import { Refusal } from '../../model/refusal.ts';
import type { User } from '../../model/user.ts';
import { placeOf } from '../place.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm } from './browser.ts';
import { statusOf, withRetry } from './errors.ts';
import { alert, goTo, present } from './frame.ts';
import { attempt, type House } from './house.ts';
import { html } from './html.ts';
import { enter } from './sign-in.ts';

const signInFirst = '/sign-in?next=%2Fpassword';

export async function showPassword(house: House, call: Call): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  return browser.session ? passwordPage(house, browser, browser.session.user) : goTo(signInFirst);
}

export async function takePassword(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'change password');
  if (!browser.session) return goTo(signInFirst);
  const { user } = browser.session;
  const { current = '', password = '' } = form;
  const changed = await attempt(() =>
    changePassword(house.accounts, { user, current, password, address: call.address }),
  );
  if (changed instanceof Refusal) return withRetry(passwordPage(house, browser, user, changed), changed);
  return enter({ ...house, call }, await startSession(house.accounts, user, placeOf(call)), '/');
}

function passwordPage(house: House, browser: Browser, user: User, refusal?: Refusal): Response {
  const { say, sayWhy } = house;
  const title = say('password.title');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('password.hint')}</p>
${refusal && alert(sayWhy(refusal))}
<form method="post" action="/password">
${csrfField(browser)}
<input type="text" name="username" value="${user.name}" autocomplete="username" hidden>
<label for="current">${say('fields.currentPassword')}</label>
<input id="current" name="current" type="password" autocomplete="current-password" required>
<label for="password">${say('fields.newPassword')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${minPasswordCharacters}" aria-describedby="password-hint" required>
<p class="hint" id="password-hint">${say('fields.passwordHint', { count: minPasswordCharacters })}</p>
<button class="button primary">${say('password.change')}</button>
</form>`;
  return present(house, { title, body, status: refusal ? statusOf(refusal) : 200 });
}
