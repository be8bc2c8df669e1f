// How an app authenticates at OAuth's endpoints: in the form, or by HTTP Basic.
import { authenticateApp } from '../../accounts/apps.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import type { App } from '../../model/app.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Asked } from '../asked.ts';
import type { Call } from '../routing.ts';

interface Credentials {
  id: string;
  secret: string | undefined;
}

/** The app that calls. Throws Refusal `invalid` where credentials are missing or given twice, `unauthenticated` where they are wrong. */
export function readApp(
  accounts: AccountsOptions,
  call: Call,
  form: Readonly<Record<string, string>>,
): Promise<App> {
  return authenticateApp(accounts, credentialsOf(call.request, form));
}

function credentialsOf(request: Asked, form: Readonly<Record<string, string>>): Credentials {
  const { client_id: id, client_secret: secret } = form;
  // Where nothing follows the first blanks, none of them may be tried as the last ones: that would take the square of them.
  const said = /^basic +(?:(\S+) *)?$/i.exec(request.headers.get('Authorization') ?? '');
  const basic = said === null ? undefined : (said[1] ?? '');
  if (basic === undefined) {
    if (id === undefined) throw new Refusal('invalid', 'Cannot authenticate app: client_id is missing');
    return { id, secret };
  }
  const credentials = readBasic(basic);
  // RFC 6749 §2.3: only one way at a time. Sending just the id beside Basic is common and harmless.
  if (secret !== undefined)
    throw new Refusal(
      'invalid',
      'Cannot authenticate app: client_secret comes both by Basic and in the body',
    );
  if (id !== undefined && id !== credentials.id)
    throw new Refusal('invalid', 'Cannot authenticate app: client_id differs from the one by Basic');
  return credentials;
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are joined. */
function readBasic(encoded: string): Credentials {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1)
    throw new Refusal('unauthenticated', 'Cannot authenticate app: Basic credentials are garbled');
  const secret = formDecoded(text.slice(colon + 1));
  return { id: formDecoded(text.slice(0, colon)), secret: secret === '' ? undefined : secret };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
}
