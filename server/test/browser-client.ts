// The typed client as one of our own pages uses it: in a browser with a session, and without a token.
import { type Client, createClient } from '@courant/client';
import { startSession } from '../src/accounts/sessions.ts';
import { findUser } from '../src/accounts/users.ts';
import { addUser, passwordOf } from './accounts.ts';
import { publicUrl, type TestHouse } from './house.ts';

export interface BrowserClient {
  client: Client;
  userId: number;
  /** The secret in its cookie. */
  secret(): string;
  /** What its pages send with a call. */
  headers(): Record<string, string>;
}

/** Signs a user in, making the account if there is none. A new cookie is stored as in a browser. */
export async function browserClient(
  { house, ask }: Pick<TestHouse, 'house' | 'ask'>,
  name: string,
  {
    isAdmin = false,
    userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  } = {},
): Promise<BrowserClient> {
  const { accounts } = house;
  const user =
    (await findUser(accounts, name)) ??
    (await addUser(accounts, { name, password: passwordOf(name), isAdmin }));
  let secret = await startSession(accounts, user, { userAgent, address: '198.51.100.7' });
  const own = () => ({ Cookie: `__Host-courant=${secret}`, 'Sec-Fetch-Site': 'same-origin' });
  const client = createClient({
    baseUrl: publicUrl,
    validate: true,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url);
      const headers = { ...(init.headers as Record<string, string>), ...own() };
      const answer = await ask(pathname + search, { ...init, headers });
      secret = /__Host-courant=([^;]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1] ?? secret;
      return answer;
    },
  });
  return { client, userId: user.id, secret: () => secret, headers: own };
}
