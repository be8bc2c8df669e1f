// What the pages about signing in look like.
import { confirmedUntil } from '../../accounts/confirmation.ts';
import { listPasskeys } from '../../accounts/passkeys.ts';
import { codesOf } from '../../accounts/second-factor.ts';
import { listSessions } from '../../accounts/sessions.ts';
import { deviceOf } from '../../model/device.ts';
import { MAX_PASSKEY_NAME_LENGTH, type Passkey } from '../../model/passkey.ts';
import type { Refusal } from '../../model/refusal.ts';
import type { Session } from '../../model/session.ts';
import { qrCode } from '../qr.ts';
import { type Browser, csrfField } from './browser.ts';
import { statusOf } from './errors.ts';
import { alert, day, present } from './frame.ts';
import type { House } from './house.ts';
import { type Html, html } from './html.ts';
import { passkeyForm } from './passkey-forms.ts';

type Codes = Awaited<ReturnType<typeof codesOf>>;
type Seen = Awaited<ReturnType<typeof listSessions>>[number];

export async function securityPage(
  house: House,
  { browser, session, refusal }: { browser: Browser; session: Session; refusal?: Refusal },
): Promise<Response> {
  const { accounts } = house;
  const { user } = session;
  const codes = await codesOf(accounts, user.id);
  const passkeys = await listPasskeys(accounts, user.id);
  const sessions = await listSessions(accounts, user.id, browser.secret);
  const mayChange = confirmedUntil(session, accounts.clock.now()) !== undefined;
  const body = html`<h1>How and where you sign in</h1>
${refusal && alert(`${refusal.message}.`)}
${mayChange ? undefined : confirmForms(browser, session, { codes, passkeys })}
<h2>Passkeys</h2>
<p class="note">A passkey lets you in without a password: by your fingerprint, your face or the PIN of your device.</p>
${passkeyList(browser, passkeys, mayChange)}
${mayChange ? newPasskeyForm(browser) : undefined}
<h2>One-time codes</h2>
${codesPart(browser, codes, mayChange)}
<h2>Where you are signed in</h2>
${sessionList(browser, sessions)}
<h2>Password</h2>
<a class="button" href="/password">Change your password</a>`;
  const status = refusal ? statusOf(refusal) : 200;
  return present(house, {
    title: 'How and where you sign in',
    body,
    status,
    isWide: true,
    usesPasskeys: true,
  });
}

/** The secret of an authenticator app, waiting for its first code. */
export function secretPage(
  house: House,
  { browser, secret, uri, refusal }: { browser: Browser; secret: string; uri: string; refusal?: Refusal },
): Response {
  const body = html`<h1>Turn one-time codes on</h1>
<p class="sub">Scan this with your authenticator app, or <a href="${uri}">open it there</a> if the app is on this device, or type the secret.</p>
${qrPicture(uri)}
<code class="code">${secret.match(/.{4}/g)?.join(' ') ?? secret}</code>
${refusal && alert(`${refusal.message}.`)}
<form method="post" action="/security/codes/confirm">
${csrfField(browser)}
<label for="code">The code that it shows now</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" aria-invalid="${refusal ? 'true' : 'false'}" required autofocus>
<button class="button primary">Turn codes on</button>
</form>
<a class="button" href="/security">Not now</a>`;
  return present(house, { title: 'Turn one-time codes on', body, status: refusal ? statusOf(refusal) : 200 });
}

/** On white in both themes: not every app reads light on dark. The margin of 4 is asked for by ISO/IEC 18004 §5.3.8. */
function qrPicture(text: string): Html | undefined {
  const qr = qrCode(text);
  if (!qr) return undefined;
  const side = qr.size + 8;
  return html`<svg class="qr" viewBox="-4 -4 ${side} ${side}" role="img" aria-label="The secret as a QR code"><rect x="-4" y="-4" width="${side}" height="${side}" fill="#fff"/><path d="${qr.path}" fill="#000"/></svg>`;
}

/** Shown once. */
export function recoveryCodesPage(house: House, codes: readonly string[]): Response {
  const body = html`<h1>Your recovery codes</h1>
<p class="sub">Each lets you in once, in place of a one-time code, when your device is lost. Print them, or keep them where you keep your passwords: they are not shown again.</p>
<ol class="code codes">${codes.map((code) => html`<li>${code}</li>`)}</ol>
<a class="button primary" href="/security">I have kept them</a>`;
  return present(house, { title: 'Your recovery codes', body });
}

/** Somebody who passes by an open browser must not take the account over. */
function confirmForms(
  browser: Browser,
  { user }: Session,
  { codes, passkeys }: { codes: Codes; passkeys: readonly Passkey[] },
): Html {
  const code = html`<label for="code">One-time code</label>
<input id="code" name="code" autocomplete="one-time-code" required>`;
  return html`<p class="sub">To change something here, show first that it is you.</p>
<form method="post" action="/security/confirm">
${csrfField(browser)}
<input type="text" name="username" value="${user.name}" autocomplete="username" hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${codes.since === undefined ? undefined : code}
<button class="button primary">It is me</button>
</form>
${passkeys.length === 0 ? undefined : passkeyForm(browser, { action: '/security/confirm/passkey', label: 'Use a passkey' })}`;
}

function passkeyList(browser: Browser, passkeys: readonly Passkey[], mayChange: boolean): Html {
  if (passkeys.length === 0) return html`<p class="note">You have none yet.</p>`;
  return html`<ul class="list">${passkeys.map(
    ({
      id,
      name,
      createdAt,
      lastUsedAt,
    }) => html`<li><div><b><bdi>${name}</bdi></b><span>added ${day(createdAt)}${lastUsedAt === undefined ? ', not used yet' : html`, last used ${day(lastUsedAt)}`}</span></div>
${mayChange ? smallForm(browser, { action: '/security/passkeys/remove', id, label: 'Remove', about: name }) : undefined}</li>`,
  )}</ul>`;
}

function newPasskeyForm(browser: Browser): Html {
  return html`<form method="post" action="/security/passkeys" data-passkey="/security/passkeys/options" data-new hidden>
${csrfField(browser)}<input type="hidden" name="credential" value="">
<label for="name">Name of a new passkey</label>
<input id="name" name="name" maxlength="${MAX_PASSKEY_NAME_LENGTH}" placeholder="My telephone" autocomplete="off" required>
<button class="button">Add a passkey</button>
<p class="hint" role="status"></p>
</form>
<noscript><p class="note">Adding one needs scripts, which are off in this browser.</p></noscript>`;
}

function codesPart(browser: Browser, { since, recoveryCodesLeft }: Codes, mayChange: boolean): Html {
  const button = (action: string, label: string, kind = ''): Html | undefined =>
    mayChange
      ? html`<form method="post" action="${action}">${csrfField(browser)}<button class="button ${kind}">${label}</button></form>`
      : undefined;
  if (since === undefined)
    return html`<p class="note">Off. With them, your password alone lets nobody in: a code from an app on your telephone comes with it.</p>
${button('/security/codes', 'Turn them on')}`;
  return html`<p class="note">On since ${day(since)}. ${recoveryCodesLeft === 1 ? 'One recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.</p>
${mayChange ? html`<div class="two">${button('/security/recovery-codes', 'New codes')}${button('/security/codes/remove', 'Turn them off')}</div>` : undefined}`;
}

function sessionList(browser: Browser, sessions: readonly Seen[]): Html {
  const others = sessions.filter(({ isThis }) => !isThis);
  return html`<ul class="list">${sessions.map(
    ({
      id,
      isThis,
      userAgent,
      address,
      signedInAt,
      seenAt,
    }) => html`<li><div><b>${deviceOf(userAgent)}${isThis ? ' (this one)' : ''}</b><span>${address === undefined ? undefined : html`${address} · `}since ${day(signedInAt)}, last seen ${day(seenAt)}</span></div>
${isThis ? undefined : smallForm(browser, { action: '/security/sessions/end', id, label: 'Sign out', about: deviceOf(userAgent) })}</li>`,
  )}</ul>
${others.length === 0 ? undefined : html`<form method="post" action="/security/sessions/end-others">${csrfField(browser)}<button class="button">Sign out everywhere else</button></form>`}`;
}

function smallForm(
  browser: Browser,
  { action, id, label, about }: { action: string; id: string; label: string; about: string },
): Html {
  return html`<form method="post" action="${action}">${csrfField(browser)}<input type="hidden" name="id" value="${id}"><button class="plain" aria-label="${label}: ${about}">${label}</button></form>`;
}
