// Passwords of single apps: what has one, making one, which is shown once, and shutting an app out.

import { createAppPassword, listAppPasswords, revokeAppPassword } from '../../accounts/app-passwords.ts';
import { confirmByPassword, confirmedUntil } from '../../accounts/confirmation.ts';
import { codesOf } from '../../accounts/second-factor.ts';
import type { AppPassword } from '../../model/app-password.ts';
import { Refusal } from '../../model/refusal.ts';
import type { User } from '../../model/user.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm } from './browser.ts';
import { statusOf } from './errors.ts';
import { alert, day, goTo, present } from './frame.ts';
import { attempt, type House } from './house.ts';
import { type Html, html } from './html.ts';
import { appPasswordsPath } from './paths.ts';

interface Shown {
  browser: Browser;
  user: User;
  /** The one that has just been made. */
  fresh?: string;
  refusal?: Refusal;
}

export async function showAppPasswords(house: House, call: Call): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  if (!browser.session) return goTo(`/sign-in?next=${encodeURIComponent(appPasswordsPath)}`);
  return page(house, { browser, user: browser.session.user });
}

export async function takeAppPassword(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'create app password');
  if (!browser.session) return goTo('/sign-in');
  const { user } = browser.session;
  const made = await attempt(async () => {
    await confirmIfWanted(house, { call, browser, form });
    return createAppPassword(house.accounts, user, form.name ?? '');
  });
  if (made instanceof Refusal) return page(house, { browser, user, refusal: made });
  // By now it may have been confirmed.
  return page(house, { browser: await readBrowser(house.accounts, call), user, fresh: made.password });
}

export async function takeAppPasswordRevocation(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'revoke app password');
  if (!browser.session) return goTo('/sign-in');
  const id = Number(form.id);
  await revokeAppPassword(house.accounts, browser.session.user.id, Number.isSafeInteger(id) ? id : 0);
  return goTo(appPasswordsPath);
}

/** A new password lets somebody in, and asks for no second factor: an open browser is not enough to make one. */
async function confirmIfWanted(
  { accounts }: House,
  { call, browser, form }: { call: Call; browser: Browser; form: Record<string, string> },
): Promise<void> {
  const { session, secret } = browser;
  if (!session || confirmedUntil(session, accounts.clock.now()) !== undefined) return;
  const { password = '', code = '' } = form;
  await confirmByPassword(accounts, session, { secret, password, code, address: call.address });
}

async function page(house: House, { browser, user, fresh, refusal }: Shown): Promise<Response> {
  const all = await listAppPasswords(house.accounts, user.id);
  const session = browser.session;
  const isConfirmed = session && confirmedUntil(session, house.accounts.clock.now()) !== undefined;
  const isCodeWanted = (await codesOf(house.accounts, user.id)).since !== undefined;
  const body = html`<h1>App passwords</h1>
<p class="sub">For apps that speak Google Reader or Fever. Your own password does not open these doors, and an app password opens no other.</p>
${refusal && alert(`${refusal.message}.`)}
${fresh && freshPassword(house, user.name, fresh)}
<form method="post" action="${appPasswordsPath}">
${csrfField(browser)}
<label for="name">Which app is it for?</label>
<input id="name" name="name" autocomplete="off" maxlength="100" placeholder="Reeder on my phone" required>
${isConfirmed ? undefined : confirmFields(isCodeWanted)}
<button class="button primary">Make a password</button>
</form>
<h2>Apps that have one</h2>
${all.length === 0 ? html`<p class="note">None yet.</p>` : undefined}
<ul class="list">${all.map((each) => row(browser, each))}</ul>
<p class="note"><a href="/about/apps">How to connect which app</a></p>`;
  return present(house, { title: 'App passwords', body, status: refusal ? statusOf(refusal) : 200 });
}

function confirmFields(isCodeWanted: boolean): Html {
  return html`<label for="password">Your own password, to show that it is you</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${isCodeWanted ? html`<label for="code">One-time code</label><input id="code" name="code" autocomplete="one-time-code" required>` : undefined}`;
}

function freshPassword({ instance }: House, name: string, password: string): Html {
  return html`<section aria-labelledby="fresh">
<h2 id="fresh">Type this into the app</h2>
<dl class="facts"><div><dt>Password</dt><dd><code>${password}</code></dd></div>
<div><dt>Name</dt><dd><code>${name}</code></dd></div>
<div><dt>Server, where the app asks for Google Reader or FreshRSS</dt><dd><code>${instance.url}/api/greader.php</code></dd></div>
<div><dt>Server, where the app asks for Fever</dt><dd><code>${instance.url}/fever/</code></dd></div></dl>
<p class="note">The password is shown only now. Nobody can show it again; if it is lost, make another.</p>
</section>`;
}

function row(browser: Browser, each: AppPassword): Html {
  return html`<li><div><b><bdi>${each.name}</bdi></b><span>${lastUse(each)} · since ${day(each.createdAt)}</span></div>
<form method="post" action="${appPasswordsPath}/revoke">${csrfField(browser)}<input type="hidden" name="id" value="${each.id}"><button class="plain" aria-label="Shut out ${each.name}">Shut out</button></form></li>`;
}

function lastUse({ lastUsedAt, lastAsked, lastAgent }: AppPassword): Html {
  if (lastUsedAt === undefined) return html`Never used`;
  return html`Used ${day(lastUsedAt)}: <bdi>${lastAsked}</bdi>${lastAgent === undefined ? undefined : html` by <bdi>${lastAgent}</bdi>`}`;
}
