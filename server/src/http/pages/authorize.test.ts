// Letting an app in: what is checked, what is shown, and where the answer goes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  exchange,
  exchangeFields,
  ines,
  type OauthHouse,
  openOauthHouse,
  post,
  registerByForm,
  type TestApp,
  tokensOf,
} from '../../../test/oauth-house.ts';
import { openVisitor, signedIn, type Visited } from '../../../test/oauth-visitor.ts';
import { registerApp } from '../../accounts/apps.ts';
import { authenticate } from '../../accounts/authenticate.ts';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

function authorize(app: TestApp, extra: Record<string, string> = {}): string {
  const query = { response_type: 'code', client_id: app.id, redirect_uri: app.redirectUri, ...extra };
  return `/oauth/authorize?${new URLSearchParams(query)}`;
}

async function registerJson(house: OauthHouse, isPublic: boolean): Promise<TestApp> {
  const redirectUri = 'http://127.0.0.1/back';
  const { app, secret = '' } = await registerApp(
    house.accounts,
    { name: 'Cli', website: undefined, redirectUris: [redirectUri], isPublic, registeredByJson: true },
    '::1',
  );
  return { id: app.id, secret, redirectUri };
}

function parametersOf({ location }: Visited): Record<string, string> {
  return Object.fromEntries(new URL(location).searchParams);
}

test('the page names the host to which the answer goes, whatever else the address says', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const shown = async (redirectUri: string): Promise<string> => {
    // Some may have been registered before such addresses were refused.
    const about = { name: 'App', website: undefined, isPublic: false, registeredByJson: false };
    const { app } = await registerApp(house.accounts, { ...about, redirectUris: [redirectUri] }, '::1');
    const { text } = await visitor.go(authorize({ id: app.id, secret: '', redirectUri }));
    return /go on to (.*?)\. You can/.exec(text)?.[1] ?? '';
  };
  const disguised = 'https://login.bank.example:443%2Fback@evil.example/cb';
  assert.equal(await shown(disguised), `<b><bdi>evil.example</bdi></b> (<code>${disguised}</code>)`);
  assert.equal(await shown('org.example.app:/back'), '<code>org.example.app:/back</code>');
});

test('a person signs in, allows the app, and the app gets a code and the state, and nothing more', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house, 'fervorclient://oauth');
  const visitor = openVisitor(house);
  const state = 'a b+c&d=é"<';
  const arrived = await visitor.go(authorize(app, { state }));
  assert.equal(arrived.status, 303);
  const signIn = await visitor.go(arrived.location);
  assert.match(signIn.text, /continue to <b><bdi>Lantern<\/bdi><\/b> on\s+news\.example\.org/);
  const back = await visitor.submit(signIn, '/sign-in', { username: ines.name, password: ines.password });
  assert.equal(back.status, 303);
  const consent = await visitor.go(back.location);
  assert.equal(consent.status, 200);
  const sent = await visitor.submit(consent, '/oauth/authorize', { decision: 'allow' });
  assert.equal(sent.status, 302);
  assert.ok(sent.location.startsWith('fervorclient://oauth?code=cou_ac_'), sent.location);
  const kept = ['Cache-Control', 'Referrer-Policy'].map((name) => sent.headers.get(name));
  assert.deepEqual(kept, ['no-store', 'no-referrer']);
  const { code = '', ...rest } = parametersOf(sent);
  assert.deepEqual(rest, { state });
  const { access } = await exchange(house, app, code);
  assert.equal((await authenticate(house.accounts, access))?.userId, house.user.id);
});

test('a state goes back as the bytes that came, though they be no text, through the sign-in page, too', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  for (const [sent, expected] of [
    ['%8f%FF%00%0d%0a', '%8f%FF%00%0d%0a'],
    ['a+b%2Bc', 'a%20b%2Bc'],
    ['100%&state_=x', '100%25'],
    ['"é=<', '%22%C3%A9%3D%3C'],
    ['', ''],
  ] as const) {
    const visitor = openVisitor(house);
    const asked = authorize(app).replace('?', `?state=${sent}&`);
    const signIn = await visitor.go((await visitor.go(asked)).location);
    const back = await visitor.submit(signIn, '/sign-in', { username: ines.name, password: ines.password });
    const consent = await visitor.go(back.location);
    const { location } = await visitor.submit(consent, '/oauth/authorize', { decision: 'allow' });
    assert.equal(location.replace(/^.*&state=/, ''), expected);
    const { location: refused } = await visitor.go(asked.replace('response_type=code', 'response_type=x'));
    assert.equal(refused.replace(/^.*&state=/, ''), expected);
  }
});

test('without a state none comes back, and the app’s own parameters stay', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house, 'https://app.example/back?own=1');
  const visitor = await signedIn(house);
  const sent = await visitor.submit(await visitor.go(authorize(app)), '/oauth/authorize', {
    decision: 'allow',
  });
  assert.match(sent.location, /^https:\/\/app\.example\/back\?own=1&code=[\w-]+$/);
});

test('a person who says no sends the app away with access_denied', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const visitor = await signedIn(house);
  const page = await visitor.go(authorize(app, { state: 's' }));
  const sent = await visitor.submit(page, '/oauth/authorize', { decision: 'deny' });
  assert.equal(sent.location, 'https://app.example/back?error=access_denied&state=s');
});

test('an unknown app or another redirect_uri is a page, never a redirect', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const visitor = await signedIn(house);
  const paths = [
    '/oauth/authorize',
    authorize({ ...app, id: 'nobody' }),
    authorize({ ...app, redirectUri: 'https://app.example/back/' }),
    authorize({ ...app, redirectUri: '' }),
    // Not a valid port.
    authorize({ ...(await registerJson(house, true)), redirectUri: 'http://127.0.0.1:65536/back' }, pkce),
    `${authorize(app)}&redirect_uri=https://evil.example/`,
    `${authorize(app)}&client_id=other`,
  ];
  for (const path of paths) {
    const page = await visitor.go(path);
    assert.equal(page.status, 400, path);
    assert.equal(page.location, '');
    assert.match(page.text, /role="alert"/);
  }
});

test('every other fault goes back to the app, with its state, signed in or not', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const rows: [extra: Record<string, string>, error: string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ code_challenge: challenge }, 'invalid_request'],
    [{ code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
  ];
  for (const visitor of [openVisitor(house), await signedIn(house)])
    for (const [extra, error] of rows) {
      const sent = await visitor.go(authorize(app, { state: 's', ...extra }));
      assert.equal(sent.status, 302);
      const { error: actual, state, error_description } = parametersOf(sent);
      assert.deepEqual([actual, state], [error, 's'], JSON.stringify(extra));
      assert.ok(error_description);
    }
  const twice = await openVisitor(house).go(`${authorize(app)}&scope=read&scope=write`);
  assert.equal(parametersOf(twice).error, 'invalid_request');
  const resources = await openVisitor(house).go(`${authorize(app)}&resource=https://a/&resource=https://b/`);
  assert.equal(resources.status, 303, 'RFC 8707 §2: resource may be repeated');
  // RFC 6749 §4.1.2.1: neither quotes nor backslashes, nor anything beyond ASCII.
  const odd = await openVisitor(house).go(`${authorize(app)}&a%22%5C%C3%A9=1&a%22%5C%C3%A9=2`);
  assert.match(parametersOf(odd).error_description ?? '', /a\?+ comes twice/);
});

test('a public app must use PKCE; with it, it needs no secret', async (t) => {
  const house = await openOauthHouse(t);
  const app = { ...(await registerJson(house, true)), redirectUri: 'http://127.0.0.1:4711/back' };
  const visitor = await signedIn(house);
  const refused = parametersOf(await visitor.go(authorize(app)));
  assert.equal(refused.error, 'invalid_request');
  assert.equal(refused.iss, 'https://news.example.org');
  const page = await visitor.go(authorize(app, pkce));
  const sent = await visitor.submit(page, '/oauth/authorize', { decision: 'allow' });
  const { code = '', iss } = parametersOf(sent);
  assert.equal(iss, 'https://news.example.org');
  const { client_secret: _, ...fields } = exchangeFields(app, code);
  await tokensOf(await post(house, '/oauth/token', { ...fields, code_verifier: verifier }));
});

test('only apps that know more than the seed are told who we are (RFC 9207)', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const plain = await registerByForm(house);
  const cases: [TestApp, Record<string, string>, boolean][] = [
    [plain, {}, false],
    [plain, pkce, true],
    [await registerJson(house, false), {}, true],
  ];
  for (const [app, extra, isNamed] of cases)
    for (const decision of ['allow', 'deny']) {
      const page = await visitor.go(authorize(app, extra));
      const sent = await visitor.submit(page, '/oauth/authorize', { decision });
      assert.equal('iss' in parametersOf(sent), isNamed);
    }
});

test('out of band the code is shown to be copied', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house, 'urn:ietf:wg:oauth:2.0:oob');
  const visitor = await signedIn(house);
  const page = await visitor.go(authorize(app));
  const shown = await visitor.submit(page, '/oauth/authorize', { decision: 'allow' });
  assert.equal(shown.status, 200);
  const code = /<output[^>]*>([^<]+)<\/output>/.exec(shown.text)?.[1] ?? '';
  await exchange(house, app, code);
  const declined = await visitor.submit(await visitor.go(authorize(app)), '/oauth/authorize', {
    decision: 'deny',
  });
  assert.match(declined.text, /Not connected/);
  const faulty = await visitor.go(authorize(app, { response_type: 'token' }));
  assert.equal(faulty.status, 400);
});

test('the page promises an app no more than it asks for, and a person no less than it may do', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const visitor = await signedIn(house);
  for (const [scope, marks] of [
    ['read', 'yes no no no no'],
    // It is answered with what it changes (contract/scopes.test.ts).
    ['write', 'yes yes yes yes no'],
    ['read write', 'yes yes yes yes no'],
  ] as const) {
    const { text } = await visitor.go(authorize(app, { scope }));
    assert.equal([...text.matchAll(/<li class="(yes|no)">/g)].map(([, may]) => may).join(' '), marks, scope);
  }
});

test('a scope that was asked for is all that is given; unknown names are ignored', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const visitor = await signedIn(house);
  const page = await visitor.go(authorize(app, { scope: 'read profile' }));
  assert.match(page.text, /<li class="no">.*Change what is read/s);
  const sent = await visitor.submit(page, '/oauth/authorize', { decision: 'allow' });
  const fields = exchangeFields(app, parametersOf(sent).code ?? '');
  const { access } = await tokensOf(await post(house, '/oauth/token', fields));
  assert.deepEqual((await authenticate(house.accounts, access))?.scope, ['read']);
});

test('an answer counts once, and only from the session that was asked; a second click of a double click leads to the app, too', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const [visitor, other] = [await signedIn(house), await signedIn(house)];
  const page = await visitor.go(authorize(app));
  const handle = /name="handle" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const otherPage = await other.go(authorize(app));
  const foreign = await other.submit(otherPage, '/oauth/authorize', { decision: 'allow', handle });
  assert.equal(foreign.status, 400);
  const answer = (): Promise<Visited> => visitor.submit(page, '/oauth/authorize', { decision: 'allow' });
  await answer();
  const { code = '' } = parametersOf(await answer());
  await exchange(house, app, code);
  await house.accounts.clock.advance(9_999);
  assert.ok(parametersOf(await answer()).code);
  // However often it was sent again.
  await house.accounts.clock.advance(1);
  const late = await answer();
  assert.equal(late.status, 400);
  assert.match(late.text, /begin again in the app/);
});

test('what an app says of itself cannot become part of the page', async (t) => {
  const house = await openOauthHouse(t);
  const name = `<script>alert(1)</script>"'&`;
  const fields = { client_name: name, redirect_uri: `app:/"><script>` };
  const odd = await post(house, '/api/v1/register', fields);
  const { client_id: id = '' } = (await odd.json()) as Record<string, string>;
  const visitor = await signedIn(house);
  const page = await visitor.go(authorize({ id, secret: '', redirectUri: fields.redirect_uri }));
  assert.equal(page.status, 200);
  assert.ok(!page.text.includes('<script'));
  assert.ok(page.text.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'));
});

test('a plain http redirect is warned of, and refused by a hardened server', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house, 'http://lan.example/back');
  const visitor = await signedIn(house);
  assert.match((await visitor.go(authorize(app))).text, /role="note".*unencrypted to lan\.example/s);
  house.accounts.hardened = true;
  assert.equal((await visitor.go(authorize(app))).status, 400);
});

test('the consent page has no form-action, or the browser would stop the way back to the app', async (t) => {
  const house = await openOauthHouse(t);
  const app = await registerByForm(house);
  const visitor = await signedIn(house);
  const consent = (await visitor.go(authorize(app))).headers.get('Content-Security-Policy') ?? '';
  assert.ok(!consent.includes('form-action'));
  const home = (await visitor.go('/account')).headers.get('Content-Security-Policy') ?? '';
  assert.match(home, /form-action 'self'/);
  for (const policy of [consent, home]) {
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
  }
});
