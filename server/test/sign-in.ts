// Signs an app in without a browser, by the password grant: for tests that are not about signing in.
import { type Client, createClient } from '@courant/client';

const redirectUri = 'https://app.example/back';

interface SignInOptions {
  baseUrl: string;
  name: string;
  password: string;
  scope?: string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  now?: () => number;
}

/** Registers an app and returns its client, which checks every answer against the contract. */
export async function signInApp(options: SignInOptions): Promise<{ client: Client; accessToken: string }> {
  const { baseUrl, name, password, scope = 'read write', fetch: connect = fetch } = options;
  const common = { baseUrl, fetch: connect, validate: true, ...(options.now ? { now: options.now } : {}) };
  const app = await createClient(common).register({ name: 'Test app', redirectUri });
  const answer = await connect(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: app.clientId,
      client_secret: app.clientSecret ?? '',
      redirect_uri: redirectUri,
      username: name,
      password,
      scope,
    }),
  });
  const given = (await answer.json()) as { access_token: string; refresh_token: string };
  const tokens = { accessToken: given.access_token, refreshToken: given.refresh_token };
  return { client: createClient({ ...common, app, tokens }), accessToken: tokens.accessToken };
}
