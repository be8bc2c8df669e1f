// A house with a reader whose app has an app password, for the tests of Google Reader and Fever.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import type { CrawlerOptions } from '../../src/crawler/crawler.ts';
import { passwordOf } from '../accounts.ts';
import { posts } from '../documents.ts';
import { follow, publicUrl, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { visitorTo } from '../oauth-visitor.ts';

export interface CompatHouse extends TestHouse {
  ines: SignedIn;
  /** The app password that the person was shown. */
  password: string;
  /** The token that a Google Reader app gets for it. */
  token: string;
  /** The key that a Fever app makes of it. */
  feverKey: string;
  /** Three feeds of four items; the first two under the label News. Ids of the feeds. */
  feeds: number[];
  greader(path: string, options?: GreaderOptions): Promise<Answer>;
}

export interface GreaderOptions {
  form?: string | [string, string][] | Record<string, string>;
  headers?: Record<string, string>;
  base?: string;
  method?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export async function compatHouse(
  t: TestContext,
  environment: Record<string, string> = {},
  crawling: Partial<CrawlerOptions> = {},
): Promise<CompatHouse> {
  const house = await testHouse(t, environment, crawling);
  const ines = await house.signIn('ines');
  const user = { id: ines.userId, name: 'ines' };
  const { password } = await createAppPassword(house.house.accounts, user, { name: 'Newsboat' });
  const feeds: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    feeds.push((await follow(house, ines.client, `https://${name}.example/feed`, posts(1, 4))).id);
  }
  await ines.client.groups.create({ title: 'News', feedIds: feeds.slice(0, 2) });
  const token = await signIn(house, password);
  const greader = async (path: string, options: GreaderOptions = {}): Promise<Answer> => {
    const { form, headers = {}, base = '/api/greader.php' } = options;
    const body = form === undefined ? undefined : new URLSearchParams(form);
    return answered(
      await house.ask(`${base}${path}`, {
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { authorization: `GoogleLogin auth=${token}`, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    );
  };
  return { ...house, ines, password, token, feverKey: feverKeyOf('ines', password), feeds, greader };
}

/** As the protocol specifies it. */
export function feverKeyOf(name: string, password: string): string {
  return createHash('md5').update(`${name}:${password}`).digest('hex');
}

async function answered(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Signs in on the page, and returns the headers that pages of that browser send with calls. */
export async function browserOf(
  house: TestHouse,
  name: string,
): Promise<Record<'origin' | 'sec-fetch-site' | 'cookie', string>> {
  const visitor = visitorTo(house);
  const fields = { username: name, password: passwordOf(name) };
  const done = await visitor.submit(await visitor.go('/sign-in'), '/sign-in', fields);
  assert.equal(done.status, 303);
  return { origin: publicUrl, 'sec-fetch-site': 'same-origin', cookie: visitor.cookie };
}

async function signIn(house: TestHouse, password: string): Promise<string> {
  const answer = await house.ask('/accounts/ClientLogin', {
    method: 'POST',
    body: new URLSearchParams({ Email: 'ines', Passwd: password }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return /^Auth=(.+)$/m.exec(text)?.[1] ?? '';
}
