// Signing in and out.
import { findApp } from '../../accounts/apps.ts';
import { sessionLifeMs } from '../../accounts/limits.ts';
import { askForSignIn } from '../../accounts/passkeys.ts';
import { endSession, findSession } from '../../accounts/sessions.ts';
import { isSetUpOpen } from '../../accounts/set-up.ts';
import { bringCode, type SignedIn, signIn, signInByPasskey } from '../../accounts/sign-in.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import { accountHeader, cookieHeader, withoutSession } from '../cookies.ts';
import { placeOf } from '../place.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm, withBrowser } from './browser.ts';
import { alert, goTo, goToSignIn, present } from './frame.ts';
import { type House, ownHost } from './house.ts';
import { type Html, html } from './html.ts';
import { json, passkeyForm, readCredential } from './passkey-forms.ts';
import { authorizePath } from './paths.ts';
import { returnAddress } from './return-address.ts';

interface SignInPage {
  browser: Browser;
  next: string;
  name?: string;
  refusal?: Refusal;
  /** Shown instead of the usual words for the refusal. */
  words?: Html;
}

export async function showSignIn(house: House, call: Call): Promise<Response> {
  const next = returnAddress(call.url.searchParams.get('next') ?? undefined);
  const browser = await readBrowser(house.accounts, call);
  if (browser.session) return goTo(next);
  if (await isSetUpOpen(house.accounts)) return goTo('/set-up');
  return withBrowser({ ...house, call }, browser, await signInPage(house, { browser, next }));
}

export async function takeSignIn(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'sign in');
  const next = returnAddress(form.next);
  const name = form.username ?? '';
  const asked = { name, password: form.password ?? '', browser: browser.secret, place: placeOf(call) };
  const signedIn = await attempt(() => signIn(house.accounts, asked));
  if (signedIn instanceof Refusal) return signInPage(house, { browser, next, name, refusal: signedIn });
  return goOn({ house, call, browser, next }, signedIn);
}

/** The second form, for accounts that want a code as well as the password. */
export async function takeCode(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'sign in');
  const next = returnAddress(form.next);
  const { handle = '', code = '' } = form;
  const asked = { handle, code, browser: browser.secret, place: placeOf(call) };
  const signedIn = await attempt(() => bringCode(house.accounts, asked));
  if (!(signedIn instanceof Refusal)) return goOn({ house, call, browser, next }, signedIn);
  return signedIn.code === 'gone'
    ? signInPage(house, { browser, next, refusal: signedIn })
    : codePage(house, { browser, next, handle, refusal: signedIn });
}

/** The challenge that a passkey has to sign: for this browser, and only once. */
export async function askPasskey(house: House, call: Call): Promise<Response> {
  const { browser } = await readOwnForm(house.accounts, call, 'sign in');
  return json(await askForSignIn(house.accounts, { browser: browser.secret, address: call.address }));
}

export async function takePasskey(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'sign in');
  const next = returnAddress(form.next);
  const place = placeOf(call);
  const signedIn = await attempt(() =>
    signInByPasskey(house.accounts, { browser: browser.secret, credential: readCredential(form), place }),
  );
  if (!(signedIn instanceof Refusal)) return goOn({ house, call, browser, next }, signedIn);
  return signInPage(house, { browser, next, refusal: signedIn, words: house.sayWhy(signedIn) });
}

interface Arrival {
  house: House;
  call: Call;
  browser: Browser;
  next: string;
}

/** Signed in, or on to the code. */
async function goOn({ house, call, browser, next }: Arrival, signedIn: SignedIn): Promise<Response> {
  if (signedIn.kind === 'code') return codePage(house, { browser, next, handle: signedIn.handle });
  if (browser.session) await endSession(house.accounts, browser.secret);
  return enter({ ...house, call }, signedIn.secret, next);
}

/**
 * The answer to a form with a new password that was sent twice, as by a double click: the browser has dropped the answer to the first, and
 * the cookie in it. Whoever gives a name and password that are good by now comes in as by the sign-in page; otherwise undefined.
 */
export async function enterAgain(
  { house, call, browser }: Omit<Arrival, 'next'>,
  { username: name = '', password = '' }: Record<string, string>,
): Promise<Response | undefined> {
  if (name === '' || password === '') return undefined;
  const asked = { name, password, browser: browser.secret, place: placeOf(call) };
  const signedIn = await attempt(() => signIn(house.accounts, asked));
  return signedIn instanceof Refusal ? undefined : goOn({ house, call, browser, next: '/' }, signedIn);
}

/** Goes to `next` with the cookie of the new session, and with that which tells the reader whose it is. */
export async function enter(
  site: Pick<House, 'accounts'> & { call: Call },
  secret: string,
  next: string,
): Promise<Response> {
  const response = goTo(next);
  response.headers.append('Set-Cookie', cookieHeader(site, secret, sessionLifeMs));
  const session = await findSession(site.accounts, secret);
  if (session) response.headers.append('Set-Cookie', accountHeader(site, session.user.id));
  return response;
}

export async function takeSignOut(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'sign out');
  await endSession(house.accounts, browser.secret);
  const next = returnAddress(form.next);
  const response = next === '/' ? goTo('/') : goToSignIn(next);
  return withoutSession({ ...house, call }, response);
}

/** A button that signs out and then leads to the sign-in page, if there is a page to come back to. */
export function signOutButton(browser: Browser, label: Html, next = '/'): Html {
  return html`<form method="post" action="/sign-out">${csrfField(browser)}<input type="hidden" name="next" value="${next}"><button class="plain">${label}</button></form>`;
}

async function signInPage(
  house: House,
  { browser, next, name = '', refusal, words }: SignInPage,
): Promise<Response> {
  const app = await appOf(house, next);
  const { say } = house;
  const host = ownHost(house);
  const invalid = refusal && words === undefined ? 'true' : 'false';
  const body = html`<h1>${say('signIn.title')}</h1>
<p class="sub">${app === undefined ? say('signIn.to', { host: html`<b><bdi>${host}</bdi></b>` }) : say('signIn.toApp', { app: html`<b><bdi>${app}</bdi></b>`, host })}</p>
${refusal && alert(words ?? wordsFor(house, refusal))}
<form method="post" action="/sign-in">
${csrfField(browser)}<input type="hidden" name="next" value="${next}">
<label for="username">${say('fields.name')}</label>
<input id="username" name="username" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required${name === '' ? html` autofocus` : undefined}>
<label for="password">${say('fields.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" aria-invalid="${invalid}"${refusal && html` aria-describedby="problem"`} required${name === '' ? undefined : html` autofocus`}>
<button class="button primary">${say('signIn.title')}</button>
</form>
${passkeyForm(house, browser, { action: '/sign-in/passkey', label: say('signIn.passkey'), next })}`;
  return present(house, { title: say('signIn.title'), body, refusal, usesPasskeys: true });
}

function codePage(
  house: House,
  { browser, next, handle, refusal }: Omit<SignInPage, 'name' | 'words'> & { handle: string },
): Response {
  const { say, sayWhy } = house;
  const title = say('signIn.oneMoreStep');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('signIn.typeCode')}</p>
${refusal && alert(refusal.code === 'unauthenticated' ? say('signIn.codeWrong') : sayWhy(refusal))}
<form method="post" action="/sign-in/code">
${csrfField(browser)}<input type="hidden" name="next" value="${next}"><input type="hidden" name="handle" value="${handle}">
<label for="code">${say('fields.code')}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" aria-invalid="${refusal ? 'true' : 'false'}" aria-describedby="${refusal ? 'problem ' : ''}code-hint" required autofocus>
<p class="hint" id="code-hint">${say('signIn.codeHint')}</p>
<button class="button primary">${say('signIn.title')}</button>
</form>
<a class="plain-link" href="/sign-in?next=${encodeURIComponent(next)}">${say('signIn.beginAgain')}</a>`;
  return present(house, { title, body, refusal });
}

function wordsFor({ say, sayWhy }: House, refusal: Refusal): Html {
  return refusal.code === 'unauthenticated' ? say('signIn.noMatch') : sayWhy(refusal);
}

/** The name of the app that signing in will lead to, if any. */
async function appOf({ accounts }: House, next: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(next, 'http://our.invalid');
  const id = searchParams.get('client_id');
  if (pathname !== authorizePath || id === null) return undefined;
  return (await findApp(accounts, id))?.name;
}
