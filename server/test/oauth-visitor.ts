// A browser without scripts: keeps its cookie, fills in forms, and does what a person does on the pages.
import assert from 'node:assert/strict';
import { publicUrl, type TestHouse } from './house.ts';
import { ines, type OauthHouse } from './oauth-house.ts';

export interface Visited {
  status: number;
  headers: Headers;
  text: string;
  location: string;
}

/** What a visitor needs of a house. */
type Visitable = Pick<OauthHouse, 'call'> & { accounts: { publicUrl: string } };

export interface Visitor {
  /** The cookie of the session, in the form that is sent. */
  cookie: string;
  go(path: string): Promise<Visited>;
  /** Submits the page's form for `action`, with its hidden fields and these. */
  submit(
    page: Visited,
    action: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Visited>;
}

export function openVisitor(house: Visitable): Visitor {
  const visitor: Visitor = {
    cookie: '',
    go: (path) => visit(path, {}),
    submit: (page, action, fields = {}, headers = {}) => {
      const body = new URLSearchParams({ ...hiddenFields(page.text, action), ...fields });
      // What Chromium sends with a form of the same site.
      const own = { Origin: house.accounts.publicUrl, 'Sec-Fetch-Site': 'same-origin' };
      return visit(action, { method: 'POST', body, headers: { ...own, ...headers } });
    },
  };
  const visit = async (path: string, init: RequestInit): Promise<Visited> => {
    const headers = { ...(init.headers as Record<string, string>), Cookie: visitor.cookie };
    const response = await house.call(path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      // The others tell pages of the reader something, and the service does not ask for them.
      if (/^(__Host-)?courant=/.test(pair)) visitor.cookie = pair;
    }
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('Location') ?? '',
    };
  };
  return visitor;
}

/** A visitor of a whole house, with the cookie of a session if there is one. */
export function visitorTo({ ask }: Pick<TestHouse, 'ask'>, cookie = ''): Visitor {
  const visitor = openVisitor({ call: ask, accounts: { publicUrl } });
  visitor.cookie = cookie;
  return visitor;
}

/** A visitor who has signed in. */
export async function signedIn(house: OauthHouse, { name, password } = ines): Promise<Visitor> {
  const visitor = openVisitor(house);
  const page = await visitor.go('/sign-in');
  const done = await visitor.submit(page, '/sign-in', { username: name, password });
  assert.equal(done.status, 303, done.text);
  return visitor;
}

function hiddenFields(text: string, action: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`));
  assert.ok(form, `no form leads to ${action} in ${text}`);
  const inputs =
    form.split('</form>')[0]?.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, unescaped(value ?? '')]));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
