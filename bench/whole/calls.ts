// Every list, mark and count over HTTP, asked of databases of all sizes in turn.
import { type Spread, spreadOf } from '../crawl/figures.ts';
import { type Connection, openConnection, requestOf } from './connection.ts';
import type { Prepared } from './prepared.ts';
import type { Person } from './seed.ts';

/** Ids of the mark in bulk. */
const MANY = 10_000;
/** It takes a hundred times as long as others. */
const MANY_ROUNDS = 6;

interface Question {
  person: string;
  what: string;
  kind: 'list' | 'mark' | 'count' | 'bulk' | 'all feeds';
  /** The same question to one database; whole requests, of which `round` chooses. */
  request(asked: { person: Person; url: string; round: number; many: string }): string;
}

export interface CallFigures {
  database: string;
  person: string;
  what: string;
  kind: Question['kind'];
  /** In ms, by size. */
  sizes: { items: number; ms: Spread }[];
}

interface Asked extends Prepared {
  connection: Connection;
}

/** `prepared` are databases of one kind, the smallest first. */
export async function measureCalls(prepared: readonly Prepared[], rounds: number): Promise<CallFigures[]> {
  const asked: Asked[] = [];
  for (const each of prepared) asked.push({ ...each, connection: await openConnection(each.instance.url) });
  const results: CallFigures[] = [];
  for (const [index, { name: person }] of (prepared[0]?.people ?? []).entries()) {
    for (const question of questionsOf(person)) {
      const most = question.kind === 'bulk' ? MANY_ROUNDS : rounds;
      const times = await askInTurn(asked, question, { index, rounds: most });
      const sizes = asked.map(({ items }, place) => ({ items, ms: spreadOf(times[place] ?? []) }));
      const { what, kind } = question;
      results.push({ database: prepared[0]?.database ?? '', person, what, kind, sizes });
    }
  }
  for (const { connection } of asked) connection.close();
  return results;
}

/** The milliseconds of each round, for each database. */
async function askInTurn(
  asked: readonly Asked[],
  question: Question,
  { index, rounds }: { index: number; rounds: number },
): Promise<number[][]> {
  const times = asked.map((): number[] => []);
  const many: string[] = [];
  for (const each of asked) many.push(question.kind === 'bulk' ? await manyIds(each, index) : '');
  // The first round is for getting warm.
  for (let round = 0; round <= rounds; round++) {
    for (const [place, { people, instance, connection }] of asked.entries()) {
      const person = people[index];
      if (!person) throw new Error('Cannot measure: a database lacks somebody');
      const request = question.request({ person, url: instance.url, round, many: many[place] ?? '' });
      const ms = await timed(connection, request);
      if (round > 0) times[place]?.push(ms);
    }
  }
  return times;
}

async function timed(connection: Connection, request: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await connection.ask(request);
  if (status !== 200)
    throw new Error(`Cannot measure: ${request.split('\r\n')[0]} is answered with ${status}`);
  return performance.now() - startedAt;
}

function questionsOf(person: string): Question[] {
  const scopes: [string, (person: Person) => string][] = [
    ['everything', () => '/api/v1/items'],
    ['a feed', ({ feedId }) => `/api/v1/feeds/${feedId}/items`],
    ['the large group', ({ wide }) => `/api/v1/groups/${wide}/items`],
    ['a group of 3', ({ narrow }) => `/api/v1/groups/${narrow}/items`],
    ['starred', () => '/api/app.courant.items/v1/items/starred'],
  ];
  const pages: [string, (person: Person) => string][] = [
    ['all', () => ''],
    ['unread', () => '&only=unread'],
    ['read', () => '&only=read'],
    ['all, deep', ({ middleId }) => `&max_id=${middleId}`],
    ['unread, deep', ({ middleId }) => `&only=unread&max_id=${middleId}`],
  ];
  const get = (what: string, kind: Question['kind'], path: (person: Person) => string): Question => ({
    person,
    what,
    kind,
    request: ({ person: whom, url, round }) =>
      requestOf(url, path(whom), { headers: headersOf(whom, round) }),
  });
  const lists = scopes.flatMap(([scope, path]) =>
    pages.map(([page, query]) =>
      get(`${scope}: ${page}`, 'list', (whom) => `${path(whom)}?limit=20${query(whom)}`),
    ),
  );
  return [
    ...lists,
    get('unread counts', 'count', () => '/api/app.courant.sync/v1/counts'),
    get('all groups', 'count', () => '/api/v1/groups'),
    get('all feeds', 'all feeds', () => '/api/v1/feeds'),
    get('feeds of the large group', 'all feeds', ({ wide }) => `/api/v1/groups/${wide}/feeds`),
    mark(person, 'mark an item', 'mark'),
    mark(person, 'mark 10,000 items', 'bulk'),
  ];
}

/** Marked and marked back: after two rounds the database is as it was. */
function mark(person: string, what: string, kind: 'mark' | 'bulk'): Question {
  return {
    person,
    what,
    kind,
    request({ person: whom, url, round, many }) {
      const headers = headersOf(whom, round);
      const word = round % 2 === 0 ? 'unread' : 'read';
      if (kind === 'mark')
        return requestOf(url, `/api/v1/items/${whom.middleId}/${word}`, { method: 'POST', headers });
      return requestOf(url, `/api/v1/items/${word}`, { method: 'POST', headers, body: `ids=${many}` });
    },
  };
}

/** No answer is one that was given before: another wish, which means nothing, makes it another question. */
function headersOf({ token }: Person, round: number): Record<string, string> {
  return { Authorization: `Bearer ${token}`, Prefer: `bench=${round}` };
}

/** The newest ids of a person, as an app would name them. */
async function manyIds(
  { people, instance, connection }: Prepared & { connection: Connection },
  index: number,
) {
  const { token = '' } = people[index] ?? {};
  const ids: number[] = [];
  while (ids.length < MANY) {
    const below = ids.length > 0 ? `&max_id=${ids.at(-1)}` : '';
    const request = requestOf(instance.url, `/api/v1/items?limit=100${below}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const page = JSON.parse((await connection.ask(request)).body.toString()) as { id: number }[];
    if (page.length === 0) break;
    ids.push(...page.map(({ id }) => id));
  }
  return ids.slice(0, MANY).join();
}
