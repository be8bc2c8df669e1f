// The fields that several forms of these pages have.
import { minPasswordCharacters } from '../../accounts/limits.ts';
import { MAX_USER_NAME_LENGTH } from '../../model/user.ts';
import type { House } from './house.ts';
import { type Html, html } from './html.ts';

/** The name of a new account. */
export function newNameField({ say }: House, name: string): Html {
  return html`<label for="username">${say('fields.name')}</label>
<input id="username" name="username" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${MAX_USER_NAME_LENGTH}" required>`;
}

export function newPasswordField({ say }: House, label: Html): Html {
  return html`<label for="password">${label}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${minPasswordCharacters}" aria-describedby="password-hint" required>
<p class="hint" id="password-hint">${say('fields.passwordHint', { count: minPasswordCharacters })}</p>`;
}

/** A one-time code or a recovery code, for accounts that want one beside the password. */
export function codeField({ say }: House): Html {
  return html`<label for="code">${say('fields.oneTimeCode')}</label>
<input id="code" name="code" autocomplete="one-time-code" required>`;
}
