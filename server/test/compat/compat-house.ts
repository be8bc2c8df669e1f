// A house with a reader whose app has an app password, for the tests of Google Reader and Fever.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import type { CrawlerOptions } from '../../src/crawler/crawler.ts';
import { posts } from '../documents.ts';
import { follow, publicUrl, type SignedIn, type TestHouse, testHouse } from '../house.ts';

export interface CompatHouse extends TestHouse {
  ines: SignedIn;
  /** The app password that the person was shown. */
  password: string;
  /** The token that a Google Reader app gets for it. */
  token: string;
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
  return { ...house, ines, password, token, feeds, greader };
}

async function answered(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Signs in on the page, as a browser does, and returns the headers that its pages send with calls. */
export async function browserOf(house: TestHouse, name: string): Promise<Record<string, string>> {
  const page = await house.ask('/sign-in');
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const own = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };
  const done = await house.ask('/sign-in', {
    method: 'POST',
    headers: { ...own, cookie },
    body: new URLSearchParams({ csrf, username: name, password: `${name} has a long password`, next: '/' }),
  });
  assert.equal(done.status, 303);
  return { ...own, cookie: done.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
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
