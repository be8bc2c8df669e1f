// The page that creates the first account of a new server.
import { startSession } from '../../accounts/sessions.ts';
import { createFirstUser, isSetUpOpen } from '../../accounts/set-up.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import { placeOf } from '../place.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm, withBrowser } from './browser.ts';
import { newNameField, newPasswordField } from './fields.ts';
import { alert, goTo, present } from './frame.ts';
import type { House } from './house.ts';
import { html } from './html.ts';
import { enter, enterAgain } from './sign-in.ts';

interface SetUpPage {
  browser: Browser;
  token: string;
  name?: string;
  refusal?: Refusal;
}

export async function showSetUp(house: House, call: Call): Promise<Response> {
  if (!(await isSetUpOpen(house.accounts))) return goTo('/');
  const browser = await readBrowser(house.accounts, call);
  const token = call.url.searchParams.get('token') ?? '';
  return withBrowser({ ...house, call }, browser, setUpPage(house, { browser, token }));
}

export async function takeSetUp(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'set up');
  const { token = '', username: name = '', password = '' } = form;
  const made = await attempt(() => createFirstUser(house.accounts, { token, name, password }));
  if (made instanceof Refusal) {
    if (made.code === 'conflict') {
      const again = await enterAgain({ house, call, browser }, form);
      if (!again) throw made;
      return again;
    }
    return setUpPage(house, { browser, token, name, refusal: made });
  }
  return enter({ ...house, call }, await startSession(house.accounts, made, placeOf(call)), '/');
}

function setUpPage(house: House, { browser, token, name = '', refusal }: SetUpPage): Response {
  const { instance, say, sayWhy } = house;
  const body = html`<h1>${say('setUp.welcome', { name: instance.name })}</h1>
<p class="sub">${say('setUp.hint')}</p>
${refusal && alert(sayWhy(refusal))}
<form method="post" action="/set-up">
${csrfField(browser)}
<label for="token">${say('setUp.code')}</label>
<input id="token" name="token" value="${token}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="token-hint" required>
<p class="hint" id="token-hint">${say('setUp.codeHint')}</p>
${newNameField(house, name)}
${newPasswordField(house, say('fields.password'))}
<button class="button primary">${say('setUp.make')}</button>
</form>`;
  return present(house, { title: say('setUp.title'), body, refusal });
}
