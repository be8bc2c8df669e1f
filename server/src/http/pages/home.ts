// The first page, which says what this is and leads to the reader; and the account page, with the apps that were let in.
import { connectedApps, removeApp } from '../../accounts/connected-apps.ts';
import { isSetUpOpen } from '../../accounts/set-up.ts';
import type { Session } from '../../model/session.ts';
import { removeIfThere } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm } from './browser.ts';
import { goTo, goToSignIn, type Page, present } from './frame.ts';
import { type House, ownHost } from './house.ts';
import { type Html, html } from './html.ts';
import { signOutButton } from './sign-in.ts';

export async function showHome(house: House, call: Call): Promise<Response> {
  const { accounts, say } = house;
  const browser = await readBrowser(accounts, call);
  if (browser.session) return goTo('/unread');
  if (await isSetUpOpen(accounts)) return goTo('/set-up');
  const body = html`<h1>${say('home.title')}</h1>
<p class="sub">${say('home.hint')}</p>
<a class="button primary" href="/sign-in">${say('signIn.title')}</a>
${withoutScript(house)}
${whereApps(house)}`;
  return present(house, { title: say('home.welcome'), body });
}

export async function showAccount(house: House, call: Call): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  if (!browser.session) return goToSignIn('/account');
  return present(house, await ownHome(house, browser, browser.session));
}

export async function takeRemoval(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'remove app');
  if (!browser.session) return goToSignIn('/account');
  await removeIfThere(removeApp(house.accounts, browser.session.user.id, form.grant ?? ''));
  return goTo('/account');
}

async function ownHome(house: House, browser: Browser, { user }: Session): Promise<Page> {
  const { say, day } = house;
  const apps = await connectedApps(house.accounts, user.id);
  const body = html`<h1>${say('account.hello', { name: user.name })}</h1>
<p class="sub">${say('account.signedInOn', { host: ownHost(house) })}</p>
<h2>${say('account.apps')}</h2>
${apps.length === 0 ? html`<p class="note">${say('account.noApps')}</p>` : undefined}
<ul class="list">${apps.map(
    (app) => html`<li><div><b><bdi>${app.name}</bdi></b>
<span>${say(app.scope.includes('write') ? 'account.mayWrite' : 'account.mayRead', { date: day(app.createdAt) })}</span></div>
<form method="post" action="/apps/remove">${csrfField(browser)}<input type="hidden" name="grant" value="${app.grantId}"><button class="plain" aria-label="${say('account.removeOf', { name: app.name })}">${say('account.remove')}</button></form></li>`,
  )}</ul>
${whereApps(house)}
${withoutScript(house)}
<h2>${say('account.title')}</h2>
<a class="button" href="/security">${say('account.security')}</a>
<a class="button" href="/password">${say('account.changePassword')}</a>
<a class="button" href="/app-passwords">${say('account.appPasswords')}</a>
${signOutButton(browser, say('signIn.signOut'))}`;
  return { title: say('account.title'), body };
}

/** In a browser that is too old for the reader, its page stays empty. */
function withoutScript({ say }: House): Html {
  return html`<p class="note"><a href="/lite">${say('home.lite')}</a></p>`;
}

function whereApps({ instance, say }: House): Html {
  return html`<h2>${say('home.apps')}</h2>
<dl class="facts"><div><dt>${say('home.address')}</dt><dd><code>${instance.url}</code></dd></div>
<div><dt>${say('home.interface')}</dt><dd><a href="/api/v1/openapi.json"><code>${instance.url}/api/v1/openapi.json</code></a></dd></div></dl>`;
}
