// The first page, which says what this is and leads to the reader; and that of one's account, with what has been let in.
import { connectedApps, removeApp } from '../../accounts/connected-apps.ts';
import { isSetUpOpen } from '../../accounts/set-up.ts';
import type { Session } from '../../model/session.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser, readOwnForm } from './browser.ts';
import { day, goTo, present } from './frame.ts';
import { type House, hostOf } from './house.ts';
import { type Html, html } from './html.ts';
import { signOutButton } from './sign-in.ts';

export async function showHome(house: House, call: Call): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  if (browser.session) return goTo('/unread');
  if (await isSetUpOpen(house.accounts)) return goTo('/set-up');
  const body = html`<h1>A server for your feeds</h1>
<p class="sub">It fetches the sites you follow, and keeps what you have read in step on every device.</p>
<a class="button primary" href="/sign-in">Sign in</a>
${whereApps(house)}`;
  return present(house, { title: 'Welcome', body });
}

export async function showAccount(house: House, call: Call): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  if (!browser.session) return goTo('/sign-in?next=%2Faccount');
  return present(house, await ownHome(house, browser, browser.session));
}

export async function takeRemoval(house: House, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'remove app');
  if (!browser.session) return goTo('/sign-in');
  await removeApp(house.accounts, browser.session.user.id, form.grant ?? '');
  return goTo('/account');
}

async function ownHome(
  house: House,
  browser: Browser,
  { user }: Session,
): Promise<{ title: string; body: Html }> {
  const apps = await connectedApps(house.accounts, user.id);
  const body = html`<h1>Hello, ${user.name}</h1>
<p class="sub">You are signed in on ${hostOf(house)}.</p>
<h2>Connected apps</h2>
${apps.length === 0 ? html`<p class="note">None yet. Give an app the address below, and it will ask you here.</p>` : undefined}
<ul class="list">${apps.map(
    (
      app,
    ) => html`<li><div><b><bdi>${app.name}</bdi></b><span>${app.scope.includes('write') ? 'May read and change' : 'May read'} · since ${day(app.createdAt)}</span></div>
<form method="post" action="/apps/remove">${csrfField(browser)}<input type="hidden" name="grant" value="${app.grantId}"><button class="plain" aria-label="Remove ${app.name}">Remove</button></form></li>`,
  )}</ul>
${whereApps(house)}
<h2>Your account</h2>
<a class="button" href="/security">How and where you sign in</a>
<a class="button" href="/password">Change your password</a>
<a class="button" href="/app-passwords">Passwords for other apps</a>
${signOutButton(browser, 'Sign out')}`;
  return { title: 'Your account', body };
}

function whereApps({ instance }: House): Html {
  return html`<h2>For your apps</h2>
<dl class="facts"><div><dt>Address of this server</dt><dd><code>${instance.url}</code></dd></div>
<div><dt>Its interface, for people who write apps</dt><dd><a href="/api/v1/openapi.json"><code>${instance.url}/api/v1/openapi.json</code></a></dd></div></dl>`;
}
