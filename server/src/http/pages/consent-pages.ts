// The pages on which a person lets an app in.
import type { AuthorizationRequest } from '../../accounts/authorization.ts';
import { type App, isPlainHttp, outOfBandUri, redirectTarget } from '../../model/app.ts';
import type { User } from '../../model/user.ts';
import { type Browser, csrfField } from './browser.ts';
import { alert, day, icon, present } from './frame.ts';
import { type House, hostOf } from './house.ts';
import { type Html, html } from './html.ts';
import { authorizePath } from './paths.ts';
import { signOutButton } from './sign-in.ts';

interface Question {
  app: App;
  request: AuthorizationRequest;
  handle: string;
  browser: Browser;
  user: User;
  /** Where to come back to as somebody else. */
  here: string;
}

export function consentPage(house: House, question: Question): Response {
  const { app, request, handle, browser, user, here } = question;
  const body = html`<h1>Connect <bdi>${app.name}</bdi>?</h1>
<p class="sub">An app registered on ${day(app.createdAt)} wants to use your account. It chose its name itself${app.website === undefined ? undefined : html`, and says that its website is <b>${app.website}</b>`}.</p>
${isPlainHttp(request.redirectUri) ? alert(`Its answer travels unencrypted to ${redirectTarget(request.redirectUri)}: whoever is on the way could use your account. Go on only if you trust the network.`, 'caution') : undefined}
<div class="who"><span class="letter" aria-hidden="true">${firstLetter(user.name)}</span><div><b>${user.name}</b><span>${hostOf(house)}</span></div>${signOutButton(browser, 'Not you?', here)}</div>
<h2>It will be able to</h2>
<ul class="list">${abilities(request).map(({ may, what, more }) => html`<li class="${may ? 'yes' : 'no'}">${icon(may ? 'yes' : 'no')}<div><b>${what}</b><span>${more}</span></div></li>\n`)}</ul>
<form method="post" action="${authorizePath}" class="two">
${csrfField(browser)}<input type="hidden" name="handle" value="${handle}">
<button class="button" name="decision" value="deny">Cancel</button>
<button class="button primary" name="decision" value="allow">Allow</button>
</form>
<p class="note">${whereTo(request.redirectUri)} You can remove its access at any time on the first page of this server.</p>`;
  return present(house, { title: `Connect ${app.name}`, body, leadsToApps: true });
}

/** The code for apps that no redirect reaches. */
export function codePage(house: House, code: string): Response {
  const body = html`<h1>Copy this code</h1>
<p class="sub">Paste it into the app that asked for it. It works once, within ten minutes.</p>
<output class="code" aria-label="Code">${code}</output>
<p class="note">Give it to nobody else: whoever has it can use your account.</p>`;
  return present(house, { title: 'Your code', body });
}

export function declinedPage(house: House): Response {
  const body = html`<h1>Not connected</h1>
<p class="sub">The app was not let in. You can close this page.</p>`;
  return present(house, { title: 'Not connected', body });
}

function abilities({ scope }: AuthorizationRequest): { may: boolean; what: string; more: string }[] {
  const may = scope.includes('write');
  return [
    {
      may: true,
      what: 'Read your feeds and items',
      more: 'Groups, subscriptions and everything they publish',
    },
    { may, what: 'Change what is read and starred', more: 'On every device you use' },
    { may, what: 'Add and remove feeds', more: 'Including moving them between groups' },
    {
      may: false,
      what: 'Change your password or see other apps',
      more: 'Never available to connected apps',
    },
  ];
}

function whereTo(redirectUri: string): Html {
  return redirectUri === outOfBandUri
    ? html`You’ll get a code to copy into the app.`
    : html`You’ll go on to <code>${redirectUri}</code>.`;
}

function firstLetter(name: string): string {
  return [...name][0]?.toUpperCase() ?? '';
}
