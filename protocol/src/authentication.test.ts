import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationRequest,
  authorizationTarget,
  clientMetadata,
  readScopes,
  registrationForm,
  tokenRequest,
  tokenResult,
} from './authentication.ts';
import { check } from './check.ts';
import { tokenError } from './errors.ts';

const registerAt = (redirect_uri: string) =>
  check(registrationForm, { client_name: 'App', redirect_uri }, 'register app');

for (const uri of [
  'https://app.example/back?x=1',
  'https://app.example/@me?to=a@b',
  'fervorclient://me@oauth',
  'http://127.0.0.1',
  'http://[::1]:8080/back',
  'fervorclient://oauth',
  'com.example.app:/oauth',
  'urn:ietf:wg:oauth:2.0:oob',
]) {
  test(`a code may go to ${uri}, spelt as it was registered`, () => {
    assert.deepEqual(registerAt(uri), { ok: true, value: { client_name: 'App', redirect_uri: uri } });
  });
}

for (const [uri, why] of [
  ['', 'is missing'],
  ['/back', 'is not an absolute URI'],
  ['app.example/back', 'is not an absolute URI'],
  ['https://app.example/#', 'has a fragment'],
  ['https://app.example/#part', 'has a fragment'],
  ['https:app.example', 'is not an absolute http or https URL'],
  ['https://', 'is not an absolute URI'],
  ['https:///app.example/back', 'is not an absolute http or https URL'],
  ['HTTPS://login.bank.example:443%2Fback@evil.example/cb', 'has a user name before its host'],
  ['http://@evil.example/', 'has a user name before its host'],
  ['https:///bank.example@evil.example/', 'has a user name before its host'],
  ['https://evil.example\\@bank.example/', 'has a backslash'],
  ['https://app.example/a b', 'is not an absolute URI'],
  ['https://app.example/\r\nSet-Cookie:a=b', 'is not an absolute URI'],
  ['java\tscript:alert(1)', 'is not an absolute URI'],
  ['JavaScript:alert(1)', 'has the scheme javascript'],
  ['data:text/html,x', 'has the scheme data'],
  ['file:///etc/passwd', 'has the scheme file'],
  ['vbscript:x', 'has the scheme vbscript'],
  ['blob:https://app.example/1', 'has the scheme blob'],
  ['urn:ietf:wg:oauth:2.0:oob:auto', 'has the scheme urn'],
  ['mailto:ines@app.example', 'has the scheme mailto'],
  ['tel:+4930123', 'has the scheme tel'],
  ['SMS:+4930123?body=', 'has the scheme sms'],
  ['geo:52.5,13.4', 'has the scheme geo'],
  ['localhost:3000/back', 'has the scheme localhost'],
  [`https://app.example/${'a'.repeat(8000)}`, 'is longer than 8000 characters'],
] as const) {
  test(`a code may not go to ${JSON.stringify(uri.slice(0, 40))}`, () => {
    assert.deepEqual(registerAt(uri), {
      ok: false,
      status: 400,
      message: `Cannot register app: redirect_uri ${why}`,
      parameter: 'redirect_uri',
      error: 'invalid_redirect_uri',
    });
  });
}

test('a missing redirect_uri has its own error code, a missing name has not', () => {
  const noUri = check(registrationForm, { client_name: 'App' }, 'register app');
  assert.ok(noUri.ok === false && noUri.error === 'invalid_redirect_uri');
  const noName = check(registrationForm, { redirect_uri: 'https://a/' }, 'register app');
  assert.ok(noName.ok === false && noName.error === undefined && noName.parameter === 'client_name');
});

test('metadata of another type is not called missing', () => {
  const redirect_uris = ['https://a/'];
  for (const [metadata, why] of [
    [{}, 'redirect_uris is missing'],
    [{ redirect_uris: 'https://a/' }, 'redirect_uris is not a list of addresses'],
    [{ redirect_uris: [null] }, 'redirect_uris is not a list of addresses'],
    [{ redirect_uris, client_name: null }, 'client_name is not a string'],
  ] as const) {
    const checked = check(clientMetadata, metadata, 'register app');
    assert.equal(checked.ok === false && checked.message, `Cannot register app: ${why}`);
  }
});

for (const name of ['Read\u2069\u202er', 'Read\u2066er', 'Read\ner']) {
  test(`an app may not be called ${JSON.stringify(name)}, which would change the text around it`, () => {
    const named = { client_name: name, redirect_uri: 'https://a/' };
    const checked = check(registrationForm, named, 'register app');
    assert.ok(checked.ok === false && checked.message.endsWith('client_name has a control character'));
  });
}

test('a name shows something: one without a visible character would leave a gap in the question and a row without a name', () => {
  for (const name of [
    '\u200b',
    '\u2060 \u00ad',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u200e',
    '\u{e0041}\u{e0042}',
    '\ufe0f',
  ]) {
    const checked = check(
      registrationForm,
      { client_name: name, redirect_uri: 'https://a/' },
      'register app',
    );
    assert.ok(checked.ok === false && checked.message.endsWith('client_name has no visible character'), name);
  }
  for (const name of ['👩\u200d💻', 'می\u200cخوانم', '☀\ufe0f', '.'])
    assert.ok(
      check(registrationForm, { client_name: name, redirect_uri: 'https://a/' }, 'register app').ok,
      name,
    );
});

test('a name that is read from right to left may have the marks that it needs', () => {
  const named = { client_name: 'قارئ\u200f (RSS)\u200e', redirect_uri: 'https://a/' };
  assert.equal(check(registrationForm, named, 'register app').ok, true);
});

test('a website is http or https, and an empty one counts as none', () => {
  const at = (website: string) =>
    check(registrationForm, { client_name: 'App', redirect_uri: 'https://a/', website }, 'register app');
  assert.equal(at('javascript:alert(1)').ok, false);
  for (const sentence of [
    'https://app.example/ Allow is safe',
    'https://app.example/\u202e',
    'https://app.example/\n',
    'https://app.example/\u3164Allow\u3164is\u3164safe',
    'https://app.example/\u2800Allow',
  ])
    assert.equal(at(`${sentence}.`).ok, false, JSON.stringify(sentence));
  // Persian words and pictures of several signs have them, and so may addresses (RFC 5892, appendix A).
  for (const joined of ['https://app.example/می\u200cخوانم', 'https://app.example/👩\u200d💻'])
    assert.equal(at(` ${joined} `).ok, true, joined);
  const none = at('');
  assert.ok(none.ok && none.value.website === undefined);
  const some = at('https://app.example');
  assert.ok(some.ok && some.value.website === 'https://app.example');
});

test('registration by JSON takes several addresses and defaults to a secret by HTTP Basic', () => {
  const uris = ['https://a/', 'app:/b'];
  assert.deepEqual(check(clientMetadata, { redirect_uris: uris, logo_uri: 'https://a/i' }, 'register app'), {
    ok: true,
    value: { redirect_uris: uris, token_endpoint_auth_method: 'client_secret_basic' },
  });
});

for (const body of [
  null,
  [],
  'x',
  {},
  { redirect_uris: [] },
  { redirect_uris: [7] },
  { redirect_uris: Array(21).fill('a:/') },
]) {
  test(`registration by JSON refuses ${JSON.stringify(body).slice(0, 40)}`, () => {
    assert.equal(check(clientMetadata, body, 'register app').ok, false);
  });
}

test('a list of thousands of wrong names in a registration is one fault', () => {
  for (const field of ['grant_types', 'response_types']) {
    const metadata = { redirect_uris: ['https://app.example/'], [field]: Array(30_000).fill(1) };
    const issues = clientMetadata.safeParse(metadata).error?.issues ?? [];
    assert.equal(issues.length, 1);
    assert.equal(issues[0]?.message, 'is not a list of strings');
  }
});

test('an authorize request wants code, and PKCE by S256 only', () => {
  const challenge = 'a'.repeat(43);
  const fault = (raw: Record<string, string>) => {
    const checked = check(authorizationRequest, { response_type: 'code', ...raw }, 'authorize app');
    return checked.ok ? undefined : (checked.error ?? checked.parameter);
  };
  assert.equal(fault({}), undefined);
  assert.equal(fault({ state: '', scope: 'read' }), undefined);
  assert.equal(fault({ code_challenge: challenge, code_challenge_method: 'S256' }), undefined);
  assert.equal(fault({ response_type: 'token' }), 'unsupported_response_type');
  assert.equal(fault({ response_type: '' }), 'response_type');
  assert.equal(fault({ code_challenge: challenge }), 'code_challenge_method');
  assert.equal(fault({ code_challenge: challenge, code_challenge_method: 'plain' }), 'code_challenge_method');
  assert.equal(fault({ code_challenge: 'short', code_challenge_method: 'S256' }), 'code_challenge');
});

test('an authorize request without client or address is found before anything redirects', () => {
  assert.equal(check(authorizationTarget, { client_id: 'a' }, 'authorize app').ok, false);
  assert.equal(check(authorizationTarget, { client_id: '', redirect_uri: 'a:/' }, 'authorize app').ok, false);
});

const codeGrant = {
  grant_type: 'authorization_code',
  redirect_uri: 'a:/',
  client_id: 'c',
  client_secret: 's',
};

test('a code is taken under both names, and the standard one is remembered', () => {
  const ask = (extra: Record<string, string>) => {
    const checked = check(tokenRequest, { ...codeGrant, ...extra }, 'give token');
    assert.ok(checked.ok && checked.value.grant_type === 'authorization_code');
    return [checked.value.code, checked.value.standard];
  };
  assert.deepEqual(ask({ authorization_code: 'x' }), ['x', false]);
  assert.deepEqual(ask({ code: 'x' }), ['x', true]);
  assert.deepEqual(ask({ code: 'x', authorization_code: 'x' }), ['x', true]);
  assert.deepEqual(ask({ authorization_code: 'x', code_verifier: 'v'.repeat(43) }), ['x', true]);
});

test('a challenge and a verifier have 43 to 128 characters, of ASCII without blanks', () => {
  const isGood = (text: string): boolean[] => [
    check(tokenRequest, { ...codeGrant, code: 'x', code_verifier: text }, 'give token').ok,
    check(
      authorizationRequest,
      { response_type: 'code', code_challenge: text, code_challenge_method: 'S256' },
      'authorize app',
    ).ok,
  ];
  for (const good of ['a'.repeat(43), 'a'.repeat(128), '!/=~'.repeat(11)])
    assert.deepEqual(isGood(good), [true, true], good);
  for (const bad of [
    'a'.repeat(42),
    'a'.repeat(129),
    ` ${'a'.repeat(43)}`,
    'é'.repeat(43),
    `${'a'.repeat(43)}\n`,
  ])
    assert.deepEqual(isGood(bad), [false, false], bad);
});

for (const [what, raw, parameter, error] of [
  ['no grant_type', {}, 'grant_type', undefined],
  ['an empty grant_type', { grant_type: '' }, 'grant_type', undefined],
  ['another grant_type', { grant_type: 'implicit' }, 'grant_type', 'unsupported_grant_type'],
  ['no code', codeGrant, 'authorization_code', undefined],
  ['two codes', { ...codeGrant, code: 'a', authorization_code: 'b' }, 'code', undefined],
  ['no redirect_uri', { grant_type: 'authorization_code', code: 'a' }, 'redirect_uri', undefined],
  ['a short verifier', { ...codeGrant, code: 'a', code_verifier: 'b' }, 'code_verifier', undefined],
  ['an empty refresh token', { grant_type: 'refresh_token', refresh_token: '' }, 'refresh_token', undefined],
  ['no password', { grant_type: 'password', username: 'a', redirect_uri: 'a:/' }, 'password', undefined],
] as const) {
  test(`a token request with ${what} is refused, in characters that RFC 6749 allows`, () => {
    const checked = check(tokenRequest, raw, 'give token');
    assert.ok(checked.ok === false);
    assert.equal(checked.parameter, parameter);
    assert.equal(checked.error, error);
    const body = { error: checked.error ?? 'invalid_request', error_description: checked.message };
    assert.equal(tokenError.safeParse(body).success, true);
  });
}

test('a refresh without redirect_uri or credentials is left to the endpoint to judge', () => {
  const checked = check(tokenRequest, { grant_type: 'refresh_token', refresh_token: 'r' }, 'give token');
  assert.ok(checked.ok && checked.value.grant_type === 'refresh_token');
});

test('no message repeats what was sent to the token endpoint', () => {
  const checked = check(tokenRequest, { grant_type: 'hunter2', password: 'hunter2' }, 'give token');
  assert.ok(checked.ok === false && !checked.message.includes('hunter2'));
});

test('expires_in and refresh_token come together', () => {
  const bearer = { access_token: 'a', token_type: 'bearer' };
  assert.equal(tokenResult.safeParse(bearer).success, true);
  assert.equal(tokenResult.safeParse({ ...bearer, expires_in: 3600, refresh_token: 'r' }).success, true);
  assert.equal(tokenResult.safeParse({ ...bearer, expires_in: 3600 }).success, false);
  assert.equal(tokenResult.safeParse({ ...bearer, refresh_token: 'r' }).success, false);
});

test('unknown scopes are ignored, and none asked means both', () => {
  assert.deepEqual(readScopes(undefined), ['read', 'write']);
  assert.deepEqual(readScopes('follow'), ['read', 'write']);
  assert.deepEqual(readScopes('write follow'), ['write']);
  assert.deepEqual(readScopes('write read'), ['read', 'write']);
});
