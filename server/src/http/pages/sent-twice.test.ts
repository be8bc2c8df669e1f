// Forms that are sent twice, as by a double click: the browser drops the answer to the first, and with it the cookie of the new session.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicUrl } from '../../../test/house.ts';
import {
  exchange,
  ines,
  type OauthHouse,
  openOauthHouse,
  post,
  registerByForm,
} from '../../../test/oauth-house.ts';
import { openVisitor, signedIn, type Visited, type Visitor } from '../../../test/oauth-visitor.ts';
import { createAppPassword } from '../../accounts/app-passwords.ts';
import { makeInvitation } from '../../accounts/invitations.ts';
import { beginCodes, confirmCodes, takeCode } from '../../accounts/second-factor.ts';
import { openSetUp } from '../../accounts/set-up.ts';
import { totpCode } from '../../accounts/totp.ts';
import { findUser } from '../../accounts/users.ts';
import { insertPasskey } from '../../store/accounts/passkeys.ts';

const password = 'another long password';

interface Form {
  page: Visited;
  action: string;
  fields: Record<string, string>;
}

/** Sends a form twice, and returns what the browser shows: the second answer. */
async function sendTwice(visitor: Visitor, { page, action, fields }: Form): Promise<Visited> {
  const { cookie } = visitor;
  const first = await visitor.submit(page, action, fields);
  assert.equal(first.status, 303, first.text);
  visitor.cookie = cookie;
  return visitor.submit(page, action, fields);
}

/** The same form once more, with another password. */
async function refusesGuess(
  house: OauthHouse,
  visitor: Visitor,
  { action, fields, status }: Omit<Form, 'page'> & { status: number },
): Promise<void> {
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.go('/account')).text)?.[1] ?? '';
  const body = { ...fields, password: 'a guess at it', csrf };
  const headers = { Cookie: visitor.cookie, Origin: house.accounts.publicUrl };
  assert.equal((await post(house, action, body, headers)).status, status);
}

async function openLink(house: OauthHouse, visitor: Visitor, userId?: number): Promise<Visited> {
  const asked = { note: '', byUserId: undefined, ...(userId !== undefined && { userId }) };
  const { link } = await makeInvitation({ ...house.accounts, publicUrl }, asked);
  return visitor.go(link.slice(publicUrl.length));
}

async function idOf({ accounts }: OauthHouse): Promise<number> {
  return (await findUser(accounts, ines.name))?.id ?? assert.fail();
}

test('an invitation that is accepted twice at once lets its new owner in', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = openVisitor(house);
  const page = await openLink(house, visitor);
  const form = { page, action: '/invitation', fields: { username: 'Opa', password } };
  assert.equal((await sendTwice(visitor, form)).location, '/');
  assert.match((await visitor.go('/account')).text, /Hello, Opa/);
  await refusesGuess(house, visitor, { ...form, status: 410 });
});

test('a new password that is set twice at once lets its owner in', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = openVisitor(house);
  const page = await openLink(house, visitor, await idOf(house));
  const form = { page, action: '/invitation', fields: { username: ines.name, password } };
  assert.equal((await sendTwice(visitor, form)).location, '/');
  assert.match((await visitor.go('/account')).text, /Hello, Ines/);
});

test('the first account that is made twice at once is entered', async (t) => {
  const house = await openOauthHouse(t, { isEmpty: true });
  const token = await openSetUp(house.accounts);
  const visitor = openVisitor(house);
  const page = await visitor.go('/set-up');
  const form = { page, action: '/set-up', fields: { token: token ?? '', username: 'Opa', password } };
  assert.equal((await sendTwice(visitor, form)).location, '/');
  assert.match((await visitor.go('/account')).text, /Hello, Opa/);
  await refusesGuess(house, visitor, { ...form, status: 409 });
});

test('a password that is changed twice at once leaves its owner signed in', async (t) => {
  const house = await openOauthHouse(t);
  const visitor = await signedIn(house);
  const page = await visitor.go('/password');
  const form = {
    page,
    action: '/password',
    fields: { username: ines.name, current: ines.password, password },
  };
  assert.equal((await sendTwice(visitor, form)).location, '/');
  assert.match((await visitor.go('/account')).text, /Hello, Ines/);
});

test('codes that are turned on twice at once show the recovery codes that are good', async (t) => {
  const house = await openOauthHouse(t);
  const { accounts } = house;
  const visitor = await signedIn(house);
  const page = await visitor.go('/security');
  const begun = await visitor.submit(page, '/security/codes');
  const secret = (/<code class="code">([A-Z2-7 ]+)</.exec(begun.text)?.[1] ?? '').replaceAll(' ', '');
  const code = totpCode(secret, Math.floor(accounts.clock.now() / 30_000));
  const confirm = (): Promise<Visited> => visitor.submit(begun, '/security/codes/confirm', { code });
  await confirm();
  const shown = await confirm();
  const [recovery = ''] = /<li>([a-z2-9-]{10,})<\/li>/.exec(shown.text)?.slice(1) ?? [];
  assert.ok(await takeCode(accounts, await idOf(house), recovery), shown.text);
  await accounts.clock.advance(10_000);
  const later = await confirm();
  assert.equal(later.status, 400);
  assert.match(later.text, /9 recovery codes are left/);
});

test('what is removed twice at once leads back to its page, which shows it no more', async (t) => {
  const house = await openOauthHouse(t);
  const { accounts } = house;
  await exchange(house, await registerByForm(house));
  await createAppPassword(accounts, { id: await idOf(house), name: ines.name }, { name: 'Lantern' });
  const visitor = await signedIn(house);
  await signedIn(house);
  const key = { publicKey: new Uint8Array([1]), counter: 0, transports: [] };
  const userId = await idOf(house);
  await accounts.store.write((tx) => insertPasskey(tx, { id: 'a', userId, name: 'Laptop', ...key }));
  for (const [path, action] of [
    ['/account', '/apps/remove'],
    ['/app-passwords', '/app-passwords/revoke'],
    ['/security', '/security/sessions/end'],
    ['/security', '/security/passkeys/remove'],
  ] as const) {
    const page = await visitor.go(path);
    assert.ok(page.text.includes(`action="${action}"`), action);
    assert.equal((await sendTwice(visitor, { page, action, fields: {} })).location, path, action);
    assert.ok(!(await visitor.go(path)).text.includes(`action="${action}"`), action);
  }
});

test('where codes are on, a password that is changed twice is no way around them', async (t) => {
  const house = await openOauthHouse(t);
  const { accounts } = house;
  const visitor = await signedIn(house);
  const user = (await findUser(accounts, ines.name)) ?? assert.fail();
  const browser = visitor.cookie.split('=')[1] ?? '';
  const { secret } = await beginCodes(accounts, user, browser);
  const code = totpCode(secret, Math.floor(accounts.clock.now() / 30_000));
  await confirmCodes(accounts, user, { browser, code });
  const page = await visitor.go('/password');
  const form = {
    page,
    action: '/password',
    fields: { username: ines.name, current: ines.password, password },
  };
  assert.match((await sendTwice(visitor, form)).text, /action="\/sign-in\/code"/);
  assert.match((await visitor.go('/account')).location, /^\/sign-in/);
});
