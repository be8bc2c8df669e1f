// Forms that a passkey fills in: what their script needs, and what they send.
import { Refusal } from '../../model/refusal.ts';
import { WholeResponse } from '../whole-response.ts';
import { type Browser, csrfField } from './browser.ts';
import type { House } from './house.ts';
import { type Html, html } from './html.ts';

/** Hidden until its script finds that the browser has passkeys. */
export function passkeyForm(
  house: House,
  browser: Browser,
  { action, label, next }: { action: string; label: Html; next?: string },
): Html {
  return html`<form class="or" method="post" action="${action}" data-passkey="/sign-in/passkey/options" ${passkeyWords(house)} hidden>
${csrfField(browser)}${next === undefined ? undefined : html`<input type="hidden" name="next" value="${next}">`}<input type="hidden" name="credential" value="">
<button class="button">${label}</button>
<p class="hint" role="status"></p>
</form>`;
}

/** What the script of these forms says when something goes wrong. */
export function passkeyWords({ say }: House): Html {
  return html`data-no-beginning="${say('passkeys.noBeginning')}" data-unused="${say('passkeys.unused')}" data-known="${say('passkeys.known')}" data-failed="${say('passkeys.failed')}"`;
}

/** The answer of the browser's authenticator. Throws Refusal `invalid`. */
export function readCredential(form: Record<string, string>): unknown {
  try {
    return JSON.parse(form.credential ?? '');
  } catch {
    throw new Refusal('invalid', 'Cannot read passkey: the form brings none');
  }
}

/** A JSON answer to the script of these forms. */
export function json(value: object): Response {
  return new WholeResponse(JSON.stringify(value), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
