// Requests every page of the service, like a browser with one language: what is shown, refused and done on all of them.
import type { TestContext } from 'node:test';
import { rss } from '../../../test/documents.ts';
import { publicUrl, type TestHouse, testHouse } from '../../../test/house.ts';
import { ines, openOauthHouse } from '../../../test/oauth-house.ts';
import { openVisitor, type Visited, type Visitor } from '../../../test/oauth-visitor.ts';
import { registerApp } from '../../accounts/apps.ts';
import { makeInvitation } from '../../accounts/invitations.ts';
import { openSetUp } from '../../accounts/set-up.ts';
import { totpCode } from '../../accounts/totp.ts';
import { insertPasskey, touchPasskey } from '../../store/accounts/passkeys.ts';
import { sql } from '../../store/sql.ts';
import { openPagesDoor } from '../pages/routes.ts';
import type { Call } from '../routing.ts';

/** A page as received. */
interface Page {
  name: string;
  text: string;
}

/** Requests every page, like a browser with that language. */
export async function walkPages(t: TestContext, language: string): Promise<Page[]> {
  const house = await testHouse(t);
  const pages: Page[] = [];
  const visit = (): Visitor =>
    openVisitor({
      accounts: { publicUrl },
      call: async (path, init) => {
        const headers = { 'User-Agent': 'Firefox/150 Linux', ...init?.headers, 'Accept-Language': language };
        const response = await house.ask(path, { ...init, headers });
        const text = await response.clone().text();
        if (text.startsWith('<!doctype')) pages.push({ name: `${init?.method ?? 'GET'} ${path}`, text });
        return response;
      },
    });
  const me = await house.signIn('Otto');
  await asStranger(house, visit(), me.userId);
  const visitor = visit();
  const signIn = await visitor.go('/sign-in');
  const password = 'Otto has a long password';
  await visitor.submit(signIn, '/sign-in', { username: 'Otto', password });
  const { link } = await makeInvitation(house.house.accounts, { note: '', byUserId: undefined });
  await visitor.go(link.replace(publicUrl, ''));
  await readWithoutScript(house, visitor, me);
  await letAppsIn(house, visitor);
  await makeAppPasswords(house, visitor, password);
  await guardAccount({ house, visitor, other: visit(), userId: me.userId, password });
  return [...pages, ...(await ofEmptyHouse(t, language))];
}

async function asStranger({ house }: TestHouse, visitor: Visitor, userId: number): Promise<void> {
  const { accounts } = house;
  for (const path of ['/', '/nowhere', '/security/codes', '/oauth/authorize?client_id=x&redirect_uri=app:/'])
    await visitor.go(path);
  const page = await visitor.go('/sign-in');
  await visitor.submit(page, '/sign-in', { username: 'Otto', password: 'wrong' });
  await visitor.submit(page, '/sign-in/passkey', { credential: '{}' });
  await visitor.submit(page, '/sign-in', {}, { 'Sec-Fetch-Site': 'cross-site' });
  await visitor.submit(page, '/sign-in', { username: 'x'.repeat(70_000) });
  const passkey = { ...page, text: page.text.replaceAll('/sign-in/passkey"', '/sign-in/passkey/options"') };
  for (let tries = 0; tries < 26; tries++) await visitor.submit(passkey, '/sign-in/passkey/options');
  await visitor.go('/invitation?token=x');
  const who = { note: '', byUserId: undefined };
  const [fresh, again] = [
    await makeInvitation(accounts, who),
    await makeInvitation(accounts, { ...who, userId }),
  ];
  const offer = await visitor.go(again.link.replace(publicUrl, ''));
  await visitor.submit(offer, '/invitation', { password: 'short' });
  const welcome = await visitor.go(fresh.link.replace(publicUrl, ''));
  for (const username of ['', 'Otto', 'a:b', 'x'.repeat(99)])
    await visitor.submit(welcome, '/invitation', { username, password: 'long enough' });
}

async function letAppsIn({ house }: TestHouse, visitor: Visitor): Promise<void> {
  const { accounts } = house;
  const register = async (redirectUri: string, website?: string): Promise<string> => {
    const asked = { name: 'Lantern', website, redirectUris: [redirectUri], isPublic: false };
    const { app } = await registerApp(accounts, { ...asked, registeredByJson: false }, '::1');
    const query = { response_type: 'code', client_id: app.id, redirect_uri: redirectUri, scope: 'read' };
    return `/oauth/authorize?${new URLSearchParams(query)}`;
  };
  const plain = await register('http://lan.example/back', 'https://lantern.example/');
  await openSignIn(visitor, plain);
  await visitor.go(plain);
  const outOfBand = await register('urn:ietf:wg:oauth:2.0:oob');
  for (const decision of ['allow', 'deny'])
    await visitor.submit(await visitor.go(outOfBand), '/oauth/authorize', { decision });
  await visitor.submit(await visitor.go('/account'), '/apps/remove', { grant: 'x' });
  await house.accounts.store.write((tx) => tx.run(sql`UPDATE grants SET scope = 'read'`));
  await visitor.submit(await visitor.go('/account'), '/apps/remove');
  await visitor.go('/account');
}

/** The sign-in page that an app leads to, for a person who has not signed in. */
async function openSignIn(visitor: Visitor, address: string): Promise<void> {
  const { cookie } = visitor;
  visitor.cookie = '';
  await visitor.go((await visitor.go(address)).location);
  visitor.cookie = cookie;
}

async function readWithoutScript(
  house: TestHouse,
  visitor: Visitor,
  { client }: Awaited<ReturnType<TestHouse['signIn']>>,
): Promise<void> {
  await visitor.go('/lite');
  for (const path of ['feeds', 'tags', 'search']) await visitor.go(`/lite/${path}`);
  await visitor.go('/lite?show=starred');
  const more = '</guid><enclosure url="https://s.example/1" /><comments>https://s.example/2</comments>';
  const serve = (host: string, count: number): Promise<{ id: number }> => {
    const posts = Array.from({ length: count }, (_, index) => ({
      guid: `${index}`,
      title: '日',
      link: `https://${host}/${index}`,
      publishedAt: Date.UTC(2025, index % 12, 3),
    }));
    house.web.serve(`https://${host}/`, rss('日', posts).replaceAll('</guid>', more));
    return client.feeds.create({ feedUrl: `https://${host}/` });
  };
  const feed = await serve('a.example', 60);
  await client.groups.create({ title: '本', feedIds: [feed.id] });
  const small = await serve('b.example', 1);
  await visitor.go('/lite/feeds');
  const list = await visitor.go('/lite');
  await visitor.go(/href="(\/lite\?before=\d+)"/.exec(list.text)?.[1] ?? '');
  const mark = /action="(\/lite\/items\/\d+\/mark)"/.exec(list.text)?.[1] ?? '';
  const item = mark.replace('/mark', '');
  await visitor.submit(await visitor.go(item), mark, { mark: 'starred' });
  await visitor.go('/lite?show=starred');
  await visitor.go(`/lite?feed=${feed.id}`);
  const one = await visitor.go(`/lite?feed=${small.id}`);
  await visitor.go(/href="(\/lite\/items\/[^"]+)"/.exec(one.text)?.[1] ?? '');
  const done = await visitor.submit(list, '/lite/read');
  const after = await visitor.go(done.location);
  await visitor.go(`${item}?show=all`);
  await visitor.submit(await visitor.go(item), mark, { mark: 'unread' });
  await visitor.submit(after, '/lite/undo', { entry: '999' });
  for (const words of ['日', '本', '-']) await visitor.go(`/lite/search?q=${encodeURIComponent(words)}`);
  await visitor.go(`/lite/search?feed=${feed.id}&q=${encodeURIComponent('日')}`);
  await tagWithoutScript(visitor, item);
}

async function tagWithoutScript(visitor: Visitor, item: string): Promise<void> {
  const path = `${item}/tags`;
  await visitor.submit(await visitor.go(path), path, { typed: ' ' });
  const on = await visitor.go((await visitor.submit(await visitor.go(path), path, { typed: '本' })).location);
  await visitor.go('/lite/tags');
  await visitor.go(item);
  await visitor.go(`/lite/items/1/tags`);
  await visitor.go((await visitor.submit(on, path)).location);
}

async function makeAppPasswords({ house }: TestHouse, visitor: Visitor, password: string): Promise<void> {
  const { store, clock } = house.accounts;
  await (clock as TestHouse['clock']).advance(600_000);
  const page = await visitor.go('/app-passwords');
  await visitor.submit(page, '/app-passwords', { name: '本', password: 'wrong' });
  await visitor.submit(page, '/app-passwords', { name: '日', password });
  await visitor.submit(page, '/app-passwords', { name: '本', password });
  await visitor.submit(page, '/app-passwords', { name: ' ' });
  const use = (agent: string | null) =>
    store.write((tx) =>
      tx.run(
        sql`UPDATE app_passwords SET last_used_at = ${tx.now}, last_asked = 'Fever', last_agent = ${agent}`,
      ),
    );
  for (const agent of [null, 'Fever']) {
    await use(agent);
    await visitor.go('/app-passwords');
  }
}

interface Guarding {
  house: TestHouse;
  visitor: Visitor;
  other: Visitor;
  userId: number;
  password: string;
}

async function guardAccount({ house, visitor, other, userId, password }: Guarding): Promise<void> {
  const { store } = house.house.accounts;
  const empty = await visitor.go('/security');
  await store.write(async (tx) => {
    for (const id of ['a', 'b']) {
      const key = { publicKey: new Uint8Array([1]), counter: 0 };
      await insertPasskey(tx, { id, userId, name: '本', ...key });
    }
    await touchPasskey(tx, { id: 'b', counter: 0 }, 1);
  });
  await visitor.go('/security');
  await house.clock.advance(600_000);
  const shut = await visitor.go('/security');
  await visitor.submit(empty, '/security/codes');
  await visitor.submit(shut, '/security/confirm', { password: 'wrong' });
  await visitor.submit(shut, '/security/confirm', { password });
  const begun = await visitor.submit(await visitor.go('/security'), '/security/codes');
  const wrong = await visitor.submit(begun, '/security/codes/confirm', { code: '1' });
  await visitor.submit(wrong, '/security/codes/confirm', { code: codeOn(wrong, house) });
  const asked = await other.submit(await other.go('/sign-in'), '/sign-in', { username: 'Otto', password });
  await other.submit(asked, '/sign-in/code', { code: '1' });
  await house.clock.advance(30_000);
  await other.submit(asked, '/sign-in/code', { code: codeOn(wrong, house) });
  await store.write((tx) => tx.run(sql`UPDATE sessions SET user_agent = 'Linux'`));
  await visitor.go('/security');
  await store.write((tx) => tx.run(sql`UPDATE sessions SET user_agent = '', address = NULL`));
  await visitor.go('/security');
  await house.clock.advance(600_000);
  await visitor.go('/security');
  const change = await visitor.go('/password');
  await visitor.submit(change, '/password', { current: 'wrong', password: 'another one' });
}

function codeOn({ text }: Visited, { clock }: TestHouse): string {
  const secret = (/<code class="code">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '');
  return totpCode(secret, Math.floor(clock.now() / 30_000));
}

/** Setting up, and errors of the house itself. */
async function ofEmptyHouse(t: TestContext, language: string): Promise<Page[]> {
  const { accounts, call } = await openOauthHouse(t, { isEmpty: true });
  const headers = { 'Accept-Language': language };
  const visitor = openVisitor({
    accounts,
    call: (path, init) => call(path, { ...init, headers: { ...init?.headers, ...headers } }),
  });
  const page = await visitor.go(`/set-up?token=${await openSetUp(accounts)}`);
  const fields = { username: ines.name, password: ines.password, token: 'x' };
  const refused = await visitor.submit(page, '/set-up', fields);
  const door = openPagesDoor({ accounts, instance: { name: 'Courant', url: accounts.publicUrl } });
  const request = new Request(accounts.publicUrl, { headers });
  const asked: Call = {
    request,
    url: new URL(request.url),
    params: {},
    requestId: '7',
    address: '::1',
    secure: true,
  };
  return [
    { name: '/set-up', text: page.text },
    { name: 'POST /set-up', text: refused.text },
    { name: 'away', text: await (await door.fail(asked, 'unavailable')).text() },
    { name: 'broken', text: await (await door.fail(asked, 'broken')).text() },
  ];
}
