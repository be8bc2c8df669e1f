// The pages on which a person lets an app in.
import type { AuthorizationRequest } from '../../accounts/authorization.ts';
import { type App, isPlainHttp, outOfBandUri, redirectTarget } from '../../model/app.ts';
import type { User } from '../../model/user.ts';
import { type Browser, csrfField } from './browser.ts';
import { alert, icon, present } from './frame.ts';
import { type House, ownHost } from './house.ts';
import { type Html, html } from './html.ts';
import { authorizePath } from './paths.ts';
import { signOutButton } from './sign-in.ts';

interface Question {
  app: App;
  request: AuthorizationRequest;
  handle: string;
  browser: Browser;
  user: User;
  /** Where to return to after signing in as another user. */
  here: string;
}

export function consentPage(house: House, question: Question): Response {
  const { app, request, handle, browser, user, here } = question;
  const { say } = house;
  const body = html`<h1>${say('consent.question', { app: html`<bdi>${app.name}</bdi>` })}</h1>
<p class="sub">${aboutApp(house, app)}</p>
${isPlainHttp(request.redirectUri) ? alert(say('consent.unencrypted', { host: redirectTarget(request.redirectUri) }), 'caution') : undefined}
<div class="who"><span class="letter" aria-hidden="true">${firstLetter(user.name)}</span><div><b><bdi>${user.name}</bdi></b>
<span><bdi>${ownHost(house)}</bdi></span></div>${signOutButton(browser, say('consent.notYou'), here)}</div>
<h2>${say('consent.abilities')}</h2>
<ul class="list">${abilities(house, request).map(
    ({
      may,
      what,
      more,
    }) => html`<li class="${may ? 'yes' : 'no'}">${icon(may ? 'yes' : 'no')}<div><b>${what}</b>
<span>${more}</span></div></li>\n`,
  )}</ul>
<form method="post" action="${authorizePath}" class="two">
${csrfField(browser)}<input type="hidden" name="handle" value="${handle}">
<button class="button" name="decision" value="deny">${say('consent.cancel')}</button>
<button class="button primary" name="decision" value="allow">${say('consent.allow')}</button>
</form>
<p class="note">${whereTo(house, request.redirectUri)}</p>`;
  return present(house, { title: say('consent.title', { app: app.name }), body, leadsToApps: true });
}

/** Shows the code, for apps that no redirect can reach. */
export function codePage(house: House, code: string): Response {
  const { say } = house;
  const body = html`<h1>${say('consent.copyCode')}</h1>
<p class="sub">${say('consent.copyHint')}</p>
<output class="code" aria-label="${say('fields.code')}">${code}</output>
<p class="note">${say('consent.secret')}</p>`;
  return present(house, { title: say('consent.yourCode'), body });
}

export function declinedPage(house: House): Response {
  const { say } = house;
  const body = html`<h1>${say('consent.declined')}</h1>
<p class="sub">${say('consent.declinedHint')}</p>`;
  return present(house, { title: say('consent.declined'), body });
}

function aboutApp({ say, day }: House, { createdAt, website }: App): Html {
  const date = day(createdAt);
  if (website === undefined) return say('consent.about', { date });
  return say('consent.aboutWithSite', { date, site: html`<b><bdi>${website}</bdi></b>` });
}

function abilities(
  { say }: House,
  { scope }: AuthorizationRequest,
): { may: boolean; what: Html; more: Html }[] {
  const may = scope.includes('write');
  return [
    // Whoever may change an item is answered with its words (seed): without the scope `read`, an app only has no lists.
    { may: true, what: say('consent.read'), more: say('consent.readHint') },
    { may, what: say('consent.mark'), more: say('consent.markHint') },
    { may, what: say('consent.feeds'), more: say('consent.feedsHint') },
    // No journal brings back what is removed by that.
    { may, what: say('consent.keep'), more: say('consent.keepHint') },
    { may: false, what: say('consent.account'), more: say('consent.accountHint') },
  ];
}

function whereTo({ say }: House, redirectUri: string): Html {
  if (redirectUri === outOfBandUri) return say('consent.toCode');
  const whole = html`<code>${redirectUri}</code>`;
  // In a long address, another part is easily mistaken for the host.
  const host = html`<b><bdi>${redirectTarget(redirectUri)}</bdi></b>`;
  return say('consent.toAddress', {
    address: /^https?:/i.test(redirectUri) ? html`${host} (${whole})` : whole,
  });
}

function firstLetter(name: string): string {
  return [...name][0]?.toUpperCase() ?? '';
}
