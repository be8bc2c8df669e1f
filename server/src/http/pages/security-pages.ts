// The pages about how and where a person signs in.
import { confirmedUntil } from '../../accounts/confirmation.ts';
import { listPasskeys } from '../../accounts/passkeys.ts';
import { codesOf } from '../../accounts/second-factor.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { type Device, readDevice } from '../../model/device.ts';
import { MAX_PASSKEY_NAME_LENGTH, type Passkey } from '../../model/passkey.ts';
import type { Refusal } from '../../model/refusal.ts';
import type { Session } from '../../model/session.ts';
import { qrCode } from '../qr.ts';
import { type Browser, csrfField } from './browser.ts';
import { codeField } from './fields.ts';
import { alert, present } from './frame.ts';
import type { House } from './house.ts';
import { type Html, html } from './html.ts';
import { passkeyForm, passkeyWords } from './passkey-forms.ts';

type Codes = Awaited<ReturnType<typeof codesOf>>;
type Seen = Awaited<ReturnType<typeof listSessions>>[number];

/** What the parts of a page need to know: changes are only offered while `mayChange`. */
interface Part {
  house: House;
  browser: Browser;
  mayChange: boolean;
}

export async function securityPage(
  house: House,
  { browser, session, refusal }: { browser: Browser; session: Session; refusal: Refusal | undefined },
): Promise<Response> {
  const { accounts, say, sayWhy } = house;
  const { user } = session;
  const codes = await codesOf(accounts, user.id);
  const passkeys = await listPasskeys(accounts, user.id);
  const sessions = await listSessions(accounts, user.id, browser.secret);
  const mayChange = confirmedUntil(session, accounts.clock.now()) !== undefined;
  const title = say('security.title');
  const body = html`<h1>${title}</h1>
${refusal && alert(sayWhy(refusal))}
${mayChange ? undefined : confirmForms({ house, browser, session, codes, passkeys })}
<h2>${say('security.passkeys')}</h2>
<p class="note">${say('security.passkeysHint')}</p>
${passkeyList({ house, browser, mayChange }, passkeys)}
${mayChange ? newPasskeyForm(house, browser) : undefined}
<h2>${say('security.codes')}</h2>
${codesPart({ house, browser, mayChange }, codes)}
<h2>${say('security.sessions')}</h2>
${sessionList(house, browser, sessions)}
<h2>${say('security.password')}</h2>
<a class="button" href="/password">${say('account.changePassword')}</a>`;
  return present(house, { title, body, refusal, isWide: true, usesPasskeys: true });
}

/** The secret of an authenticator app, waiting for its first code. */
export function secretPage(
  house: House,
  { browser, secret, uri, refusal }: { browser: Browser; secret: string; uri: string; refusal?: Refusal },
): Response {
  const { say, sayWhy } = house;
  const title = say('codes.title');
  const link = html`<a href="${uri}">${say('codes.openThere')}</a>`;
  const body = html`<h1>${title}</h1>
<p class="sub">${say('codes.scan', { link })}</p>
${qrPicture(house, uri)}
<code class="code">${secret.match(/.{4}/g)?.join(' ') ?? secret}</code>
${refusal && alert(sayWhy(refusal))}
<form method="post" action="/security/codes/confirm">
${csrfField(browser)}
<label for="code">${say('codes.shown')}</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" aria-invalid="${refusal ? 'true' : 'false'}"${refusal && html` aria-describedby="problem"`} required autofocus>
<button class="button primary">${say('codes.turnOn')}</button>
</form>
<a class="button" href="/security">${say('codes.notNow')}</a>`;
  return present(house, { title, body, refusal });
}

/** On white in both themes: not every app reads light on dark. ISO/IEC 18004 §5.3.8 requires the margin of 4. */
function qrPicture({ say }: House, text: string): Html | undefined {
  const qr = qrCode(text);
  if (!qr) return undefined;
  const side = qr.size + 8;
  return html`<svg class="qr" viewBox="-4 -4 ${side} ${side}" role="img" aria-label="${say('codes.picture')}"><rect x="-4" y="-4" width="${side}" height="${side}" fill="#fff"/><path d="${qr.path}" fill="#000"/></svg>`;
}

/** The new codes, which are shown only this once. */
export function recoveryCodesPage(house: House, codes: readonly string[]): Response {
  const { say } = house;
  const title = say('recovery.title');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('recovery.hint')}</p>
<ol class="code codes">${codes.map((code) => html`<li>${code}</li>`)}</ol>
<a class="button primary" href="/security">${say('recovery.kept')}</a>`;
  return present(house, { title, body });
}

/** Asked for because a passer-by at an open browser must not be able to take the account over. */
function confirmForms({
  house,
  browser,
  session,
  codes,
  passkeys,
}: {
  house: House;
  browser: Browser;
  session: Session;
  codes: Codes;
  passkeys: readonly Passkey[];
}): Html {
  const { say } = house;
  const { user } = session;
  return html`<p class="sub">${say('security.confirm')}</p>
<form method="post" action="/security/confirm">
${csrfField(browser)}
<input type="text" name="username" value="${user.name}" autocomplete="username" hidden>
<label for="password">${say('fields.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${codes.since === undefined ? undefined : codeField(house)}
<button class="button primary">${say('security.itIsMe')}</button>
</form>
${passkeys.length === 0 ? undefined : passkeyForm(house, browser, { action: '/security/confirm/passkey', label: say('security.usePasskey') })}`;
}

function passkeyList({ house, browser, mayChange }: Part, passkeys: readonly Passkey[]): Html {
  const { say } = house;
  if (passkeys.length === 0) return html`<p class="note">${say('security.noPasskeys')}</p>`;
  const removal = ({ id, name }: Passkey): Html =>
    smallForm(browser, {
      action: '/security/passkeys/remove',
      id,
      text: say('security.remove'),
      label: say('security.removeOf', { name }),
    });
  return html`<ul class="list">${passkeys.map(
    (each) => html`<li><div><b><bdi>${each.name}</bdi></b>
<span>${useOf(house, each)}</span></div>
${mayChange ? removal(each) : undefined}</li>`,
  )}</ul>`;
}

function useOf({ say, day }: House, { createdAt, lastUsedAt }: Passkey): Html {
  const date = day(createdAt);
  if (lastUsedAt === undefined) return say('security.passkeyUnused', { date });
  return say('security.passkeyUsed', { date, used: day(lastUsedAt) });
}

function newPasskeyForm(house: House, browser: Browser): Html {
  const { say } = house;
  return html`<form method="post" action="/security/passkeys" data-passkey="/security/passkeys/options" ${passkeyWords(house)} data-new hidden>
${csrfField(browser)}<input type="hidden" name="credential" value="">
<label for="name">${say('security.passkeyName')}</label>
<input id="name" name="name" maxlength="${MAX_PASSKEY_NAME_LENGTH}" placeholder="${say('security.passkeyExample')}" autocomplete="off" required>
<button class="button">${say('security.addPasskey')}</button>
<p class="hint" role="status"></p>
</form>
<noscript><p class="note">${say('security.scriptsWanted')}</p></noscript>`;
}

function codesPart({ house, browser, mayChange }: Part, { since, recoveryCodesLeft }: Codes): Html {
  const { say, day } = house;
  const button = (action: string, label: Html): Html | undefined =>
    mayChange
      ? html`<form method="post" action="${action}">${csrfField(browser)}<button class="button">${label}</button></form>`
      : undefined;
  if (since === undefined)
    return html`<p class="note">${say('security.codesOff')}</p>
${button('/security/codes', say('security.turnCodesOn'))}`;
  return html`<p class="note">${say('security.codesOn', { date: day(since), count: recoveryCodesLeft })}</p>
${mayChange ? html`<div class="two">${button('/security/recovery-codes', say('security.newCodes'))}${button('/security/codes/remove', say('security.turnCodesOff'))}</div>` : undefined}`;
}

function sessionList(house: House, browser: Browser, sessions: readonly Seen[]): Html {
  const { say } = house;
  const others = sessions.filter(({ isThis }) => !isThis);
  return html`<ul class="list">${sessions.map((seen) => sessionRow(house, browser, seen))}</ul>
${others.length === 0 ? undefined : html`<form method="post" action="/security/sessions/end-others">${csrfField(browser)}<button class="button">${say('security.signOutOthers')}</button></form>`}`;
}

function sessionRow(house: House, browser: Browser, seen: Seen): Html {
  const { say, day } = house;
  const device = nameOf(house, readDevice(seen.userAgent));
  const times = { date: day(seen.signedInAt), seen: day(seen.seenAt) };
  const words =
    seen.address === undefined
      ? say('security.seen', times)
      : say('security.seenFrom', { ...times, address: html`<bdi dir="ltr">${seen.address}</bdi>` });
  const ending = smallForm(browser, {
    action: '/security/sessions/end',
    id: seen.id,
    text: say('security.signOut'),
    label: say('security.signOutOf', { device }),
  });
  return html`<li><div><b>${seen.isThis ? say('security.thisOne', { device }) : device}</b>
<span>${words}</span></div>
${seen.isThis ? undefined : ending}</li>`;
}

function nameOf({ say }: House, { program, system }: Device): Html {
  if (program === undefined)
    return system === undefined ? say('device.unknown') : say('device.onSystem', { system });
  return system === undefined ? html`${program}` : say('device.programOnSystem', { program, system });
}

function smallForm(
  browser: Browser,
  { action, id, text, label }: { action: string; id: string; text: Html; label: Html },
): Html {
  return html`<form method="post" action="${action}">${csrfField(browser)}<input type="hidden" name="id" value="${id}"><button class="plain" aria-label="${label}">${text}</button></form>`;
}
