// An export that is under way when its caller is shut out: a thief who takes it slowly must not go on reading the account.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { groundsOf } from '../../src/accounts/authenticate.ts';
import { connectedApps, removeApp } from '../../src/accounts/connected-apps.ts';
import { download } from '../../src/http/fervor/download.ts';
import { listen } from '../../src/http/listen.ts';
import { whileAllowed } from '../../src/http/while-allowed.ts';
import { openLog } from '../../src/log.ts';
import { browserOf } from '../compat/compat-house.ts';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';

const A = 'https://a.example/feed';
const B = 'https://b.example/feed';
const EXPORT = '/api/app.courant.transfer/v1/account?content=true';
const HOUR = 3_600_000;

interface Begun {
  house: TestHouse;
  ines: SignedIn;
  headers: Record<string, string>;
  /** Reads the rest of the export, of which the first piece was taken. */
  rest(): Promise<string>;
}

async function begin(
  t: TestContext,
  headersOf: (house: TestHouse, ines: SignedIn) => Record<string, string> | Promise<Record<string, string>>,
): Promise<Begun> {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  for (const url of [A, B]) await follow(house, ines.client, url, posts(1, 3));
  const headers = await headersOf(house, ines);
  const { body, status } = await house.ask(EXPORT, { headers });
  assert.equal(status, 200);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const rest = async (): Promise<string> => {
    const pieces: Uint8Array[] = [];
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
    return Buffer.concat(pieces).toString();
  };
  return { house, ines, headers, rest };
}

const byToken = (_: TestHouse, { accessToken }: SignedIn) => ({ authorization: `Bearer ${accessToken}` });

async function shutOut({ house, ines }: Pick<Begun, 'house' | 'ines'>): Promise<void> {
  const { accounts } = house.house;
  const [app] = await connectedApps(accounts, ines.userId);
  await removeApp(accounts, ines.userId, app?.grantId ?? '');
}

test('an app that was shut out gets nothing more of an export that it had begun', async (t) => {
  const begun = await begin(t, byToken);
  await shutOut(begun);
  begun.house.web.serve(B, rss('Feed of b.example', [...posts(1, 3), { guid: '4', title: 'Said later' }]));
  await begun.house.crawl(48 * HOUR);
  await assert.rejects(begun.rest(), /access was revoked/);
});

test('nor does a browser that was signed out', async (t) => {
  const { house, headers, rest } = await begin(t, (opened) => browserOf(opened, 'ines'));
  const done = await house.ask('/api/app.courant.account/v1/sign-out', { method: 'POST', headers });
  assert.equal(done.status, 204);
  await house.clock.sleep(HOUR);
  await assert.rejects(rest(), /access was revoked/);
});

test('an app gets all of it over a slow line, though its access token expires meanwhile', async (t) => {
  const { house, rest } = await begin(t, byToken);
  await house.clock.sleep(3 * HOUR);
  assert.equal((await rest()).match(/"item"/g)?.length, 6);
});

test('over a socket such an answer is cut off, so that it is not taken for whole, and that is no fault of the service', async (t) => {
  const { house, ines } = await begin(t, byToken);
  const pieces = async function* (): AsyncGenerator<string> {
    yield 'first\n';
    await shutOut({ house, ines });
    await house.clock.sleep(HOUR);
    yield 'second\n';
    yield 'third\n';
  };
  let logged = '';
  const log = openLog({
    level: 'warn',
    now: house.clock.now,
    write(line) {
      logged += line;
    },
  });
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, log });
  t.after(() => listener.close(0));
  const isAllowed = await groundsOf(house.house.accounts, ines.accessToken);
  listener.serve(async () =>
    download(whileAllowed(house.clock, isAllowed, pieces()), {
      type: 'text/plain',
      name: 'some.txt',
    }),
  );
  const answer = await fetch(`http://127.0.0.1:${listener.port}/`);
  await assert.rejects(answer.text());
  assert.equal(logged, '');
});
