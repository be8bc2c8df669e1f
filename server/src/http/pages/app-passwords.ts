// App passwords: which apps have one, making one (shown only once), and revoking one.
import { createAppPassword, listAppPasswords, revokeAppPassword } from '../../accounts/app-passwords.ts';
import { confirmByPassword, confirmedUntil } from '../../accounts/confirmation.ts';
import { codesOf } from '../../accounts/second-factor.ts';
import type { AppPassword } from '../../model/app-password.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt, removeIfThere } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm } from './browser.ts';
import { codeField } from './fields.ts';
import { alert, goTo, goToSignIn, present } from './frame.ts';
import type { House } from './house.ts';
import { type Html, html } from './html.ts';
import { appPasswordsPath } from './paths.ts';

/** What the form has led to. */
interface Outcome {
  /** The password that has just been made. */
  fresh?: string;
  refusal?: Refusal;
}

export async function showAppPasswords(
  house: House,
  call: Call,
  { fresh, refusal }: Outcome = {},
): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  if (!browser.session) return goToSignIn(appPasswordsPath);
  const { user } = browser.session;
  const all = await listAppPasswords(house.accounts, user.id);
  const isConfirmed = confirmedUntil(browser.session, house.accounts.clock.now()) !== undefined;
  const isCodeWanted = (await codesOf(house.accounts, user.id)).since !== undefined;
  const { say, sayWhy } = house;
  const title = say('appPasswords.title');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('appPasswords.hint')}</p>
${refusal && alert(sayWhy(refusal))}
${fresh && freshPassword(house, user.name, fresh)}
<form method="post" action="${appPasswordsPath}">
${csrfField(browser)}
<label for="name">${say('appPasswords.name')}</label>
<input id="name" name="name" autocomplete="off" maxlength="100" placeholder="${say('appPasswords.example')}" required>
${isConfirmed ? undefined : confirmFields(house, isCodeWanted)}
<button class="button primary">${say('appPasswords.make')}</button>
</form>
<h2>${say('appPasswords.list')}</h2>
${all.length === 0 ? html`<p class="note">${say('appPasswords.none')}</p>` : undefined}
<ul class="list">${all.map((each) => row(house, browser, each))}</ul>
<p class="note"><a href="/about/apps" hreflang="en">${say('appPasswords.help')}</a></p>`;
  return present(house, { title, body, refusal });
}

export async function takeAppPassword(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'create app password');
  if (!browser.session) return goToSignIn(appPasswordsPath);
  const { user } = browser.session;
  const made = await attempt(async () => {
    await confirmIfWanted(house, { call, browser, form });
    return createAppPassword(house.accounts, user, { name: form.name ?? '', session: browser.secret });
  });
  // The session is read again: it may have been confirmed by now, or ended.
  return showAppPasswords(
    house,
    call,
    made instanceof Refusal ? { refusal: made } : { fresh: made.password },
  );
}

export async function takeAppPasswordRevocation(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'revoke app password');
  if (!browser.session) return goToSignIn(appPasswordsPath);
  const id = Number(form.id);
  const { user } = browser.session;
  await removeIfThere(revokeAppPassword(house.accounts, user.id, Number.isSafeInteger(id) ? id : 0));
  return goTo(appPasswordsPath);
}

/** A new password lets its holder in without a second factor: an open browser is not enough to make one. */
async function confirmIfWanted(
  { accounts }: House,
  { call, browser, form }: { call: Call; browser: Browser; form: Record<string, string> },
): Promise<void> {
  const { session, secret } = browser;
  if (!session || confirmedUntil(session, accounts.clock.now()) !== undefined) return;
  const { password = '', code = '' } = form;
  await confirmByPassword(accounts, session, { secret, password, code, address: call.address });
}

function confirmFields(house: House, isCodeWanted: boolean): Html {
  return html`<label for="password">${house.say('appPasswords.ownPassword')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${isCodeWanted ? codeField(house) : undefined}`;
}

function freshPassword({ instance, say }: House, name: string, password: string): Html {
  return html`<section aria-labelledby="fresh">
<h2 id="fresh">${say('appPasswords.type')}</h2>
<dl class="facts"><div><dt>${say('fields.password')}</dt><dd><code>${password}</code></dd></div>
<div><dt>${say('fields.name')}</dt><dd><code><bdi>${name}</bdi></code></dd></div>
<div><dt>${say('appPasswords.greader')}</dt><dd><code>${instance.url}/api/greader.php</code></dd></div>
<div><dt>${say('appPasswords.fever')}</dt><dd><code>${instance.url}/fever/</code></dd></div></dl>
<p class="note">${say('appPasswords.once')}</p>
</section>`;
}

function row(house: House, browser: Browser, each: AppPassword): Html {
  const { say } = house;
  return html`<li><div><b><bdi>${each.name}</bdi></b>
<span>${use(house, each)}</span></div>
<form method="post" action="${appPasswordsPath}/revoke">${csrfField(browser)}<input type="hidden" name="id" value="${each.id}"><button class="plain" aria-label="${say('appPasswords.shutOutOf', { name: each.name })}">${say('appPasswords.shutOut')}</button></form></li>`;
}

function use({ say, day }: House, { createdAt, lastUsedAt, lastAsked, lastAgent }: AppPassword): Html {
  const date = day(createdAt);
  if (lastUsedAt === undefined) return say('appPasswords.unused', { date });
  const used = day(lastUsedAt);
  // The door and what was asked there: terms of a protocol, so not translated.
  const what = html`<bdi lang="en">${lastAsked}</bdi>`;
  if (lastAgent === undefined) return say('appPasswords.used', { used, what, date });
  return say('appPasswords.usedBy', { used, what, agent: html`<bdi>${lastAgent}</bdi>`, date });
}
