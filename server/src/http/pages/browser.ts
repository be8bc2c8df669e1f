// Which browser is calling, who is signed in there, and whether a form comes from one of our own pages.
import type { AccountsOptions } from '../../accounts/options.ts';
import {
  csrfToken,
  findSession,
  isCsrfToken,
  isSessionSecret,
  newVisitorSecret,
} from '../../accounts/sessions.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Session } from '../../model/session.ts';
import { type CookieSite, cookieHeader, readCookie } from '../cookies.ts';
import { readForm } from '../form.ts';
import { originOf } from '../origin.ts';
import type { Call } from '../routing.ts';
import { type Html, html } from './html.ts';

export interface Browser {
  secret: string;
  /** Whether this answer must set the browser's cookie. */
  isNew: boolean;
  session: Session | undefined;
}

export async function readBrowser(accounts: AccountsOptions, call: Call): Promise<Browser> {
  const secret = readCookie({ accounts, call });
  if (secret === undefined || !isSessionSecret(secret))
    return { secret: newVisitorSecret(), isNew: true, session: undefined };
  return { secret, isNew: false, session: await findSession(accounts, secret) };
}

/** Makes sure that the browser has its cookie, without which none of our forms is accepted. */
export function withBrowser(site: CookieSite, { secret, isNew }: Browser, response: Response): Response {
  if (isNew) response.headers.append('Set-Cookie', cookieHeader(site, secret));
  return response;
}

/** The hidden field that all our forms carry. */
export function csrfField({ secret }: Browser): Html {
  return html`<input type="hidden" name="csrf" value="${csrfToken(secret)}">`;
}

/** Reads a form that one of our own pages has sent from this browser. Throws Refusal `forbidden` for any other. */
export async function readOwnForm(
  accounts: AccountsOptions,
  call: Call,
  action: string,
): Promise<{ form: Record<string, string>; browser: Browser }> {
  // A request without an origin is not from a current browser, and still needs the token.
  if (originOf(accounts, call) === 'other') throw fromElsewhere(accounts, call, action);
  const form = await readForm(call.request, action);
  const browser = await readBrowser(accounts, call);
  if (browser.isNew)
    throw new Refusal(
      'forbidden',
      `Cannot ${action}: your browser has not kept our cookie; allow cookies and go back to try again`,
      { reason: 'cookie-missing' },
    );
  if (!isCsrfToken(browser.secret, form.csrf ?? ''))
    throw new Refusal('forbidden', `Cannot ${action}: the page was out of date; go back and load it again`, {
      reason: 'page-outdated',
    });
  return { form, browser };
}

/** Mostly it is no attack: a server of one's own was opened at another of its addresses than the one that it knows. */
function fromElsewhere(
  { publicUrl }: Pick<AccountsOptions, 'publicUrl'>,
  { request }: Call,
  action: string,
): Refusal {
  const origin = request.headers.get('Origin') ?? '';
  const there = URL.canParse(origin) ? new URL(origin).origin : 'another site';
  return new Refusal(
    'forbidden',
    `Cannot ${action}: the form comes from ${there}, and the address of this server is ${publicUrl}; open it there, or have COURANT_PUBLIC_URL set to the address that people use`,
    { reason: 'other-site' },
  );
}
