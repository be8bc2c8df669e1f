// Every list, mark and count over HTTP, requested from databases of all sizes in turn.
import { type Spread, spreadOf } from '../crawl/figures.ts';
import { type BareServer, startBare } from './bare-server.ts';
import { type Answer, type Connection, openConnection, requestOf } from './connection.ts';
import { growthOf } from './figures.ts';
import { type Flush, openFlush } from './flush.ts';
import type { Prepared } from './prepared.ts';
import type { Person } from './seed.ts';

/** Ids in a bulk mark. */
const MANY = 10_000;
/** Fewer rounds, as it takes a hundred times as long as others. */
const MANY_ROUNDS = 6;
/** Calls of the largest file in a stretch: with fewer, the 99th percentile is a single call that met something else. */
const OFTEN = 300;
/** Stretches for each list, minutes apart: a disturbance on the machine affects only one of them. */
const STRETCHES = 3;
/** Numbers of the rounds in stretches, high enough that no answer was given before. */
const FAR_ROUND = 10_000;
/** What seems to take so many times as long with the most items is asked again: of some sixty lists one is always unlucky. */
const SEEMS_TO_GROW = 1.2;
const ROUNDS_AGAIN = 200;
/** Numbers of those rounds. */
const AGAIN_ROUND = 100_000;
/** Rounds for each list before anything counts. */
const WARM_ROUNDS = 10;
/** Items that are marked in turn while feeds are listed. */
const MARKED = 100;

interface Question {
  person: string;
  what: string;
  kind: 'list' | 'mark' | 'count' | 'bulk' | 'all feeds';
  /** How many of the person's newest items it names. */
  ids?: number;
  /** The question to one database, as whole requests; `round` selects one. */
  request(asked: Asking): string;
  /** What happens before each call, and is not measured. */
  before?(asked: Asking): string;
}

interface Asking {
  person: Person;
  url: string;
  round: number;
  ids: readonly number[];
}

export interface CallFigures {
  database: string;
  person: string;
  what: string;
  kind: Question['kind'];
  /** In ms, by size; `bytes` of the first answer. */
  sizes: { items: number; bytes: number; ms: Spread }[];
  /** In ms: the largest file, requested often, in turn with the bare server sending as many bytes. One entry for each stretch. */
  often: Often[];
}

interface Often {
  ours: Spread;
  bare: Spread;
  /** Of what has to be on the disk before it is answered: what a bare flush takes. */
  flush?: Spread;
}

interface Timed {
  ms: number;
  answer: Answer;
}

interface Asked extends Prepared {
  connection: Connection;
}

/** A question, whom of each database it is about, and what was measured. */
interface Posed {
  question: Question;
  index: number;
  result: CallFigures;
}

/** `prepared` are databases of one kind, the smallest first. */
export async function measureCalls(prepared: readonly Prepared[], rounds: number): Promise<CallFigures[]> {
  const asked: Asked[] = [];
  for (const each of prepared) asked.push({ ...each, connection: await openConnection(each.instance.url) });
  for (const each of asked) await warmUp(each);
  const all: Posed[] = [];
  for (const [index, { name: person }] of (prepared[0]?.people ?? []).entries()) {
    for (const question of questionsOf(person)) {
      const { what, kind } = question;
      const sizes = kind === 'bulk' ? [] : await askInTurn(asked, question, { index, first: 0, rounds });
      const database = prepared[0]?.database ?? '';
      all.push({ question, index, result: { database, person, what, kind, sizes, often: [] } });
    }
  }
  for (const each of all) await lookAgain(asked, each);
  // Not in between: the largest would then have been requested, and written, more often than the others.
  if (asked[0]?.database === 'file') await askAllOften(asked, all);
  // Last, because it leaves nothing read: lists of what is read would be empty.
  for (const { question, index, result } of all)
    if (question.kind === 'bulk')
      result.sizes = await askInTurn(asked, question, { index, first: 0, rounds: MANY_ROUNDS });
  for (const { connection } of asked) connection.close();
  return all.map(({ result }) => result);
}

async function lookAgain(asked: readonly Asked[], { question, index, result }: Posed): Promise<void> {
  if (question.kind === 'bulk' || (growthOf(result) ?? 0) < SEEMS_TO_GROW) return;
  result.sizes = await askInTurn(asked, question, { index, first: AGAIN_ROUND, rounds: ROUNDS_AGAIN });
}

async function askAllOften(asked: readonly Asked[], all: readonly Posed[]): Promise<void> {
  const largest = asked.at(-1);
  if (!largest) return;
  const bare = await startBare();
  const flush = openFlush(largest.address);
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    for (const { question, index, result } of all) {
      if (question.kind === 'bulk') continue;
      const bytes = result.sizes.at(-1)?.bytes ?? 0;
      const first = FAR_ROUND + stretch * OFTEN;
      const beside = { bare, bytes, first, ...(question.kind === 'mark' && { flush }) };
      result.often.push(await askOften(await askerOf(largest, question, index), beside));
    }
  }
  flush.close();
  await bare.end();
}

/** The smallest was requested many thousand times already, beside the bare limit; a service that has not warmed up is slower. */
async function warmUp({ people, instance, connection }: Asked): Promise<void> {
  for (const person of people) {
    for (const question of questionsOf(person.name).filter(({ kind }) => kind === 'list')) {
      for (let round = 0; round < WARM_ROUNDS; round++)
        await timed(connection, question.request({ person, url: instance.url, round: -1 - round, ids: [] }));
    }
  }
}

/** In turn with the bare server, until there are enough calls for a 99th percentile. */
async function askOften(
  asking: (round: number) => Promise<Timed>,
  { bare, bytes, first, flush }: { bare: BareServer; bytes: number; first: number; flush?: Flush },
): Promise<Often> {
  const often = { ours: [] as number[], bare: [] as number[], flush: [] as number[] };
  for (let call = 1; call <= OFTEN; call++) {
    often.ours.push((await asking(first + call)).ms);
    often.bare.push(await bare.time(bytes));
    if (flush) often.flush.push(flush.time());
  }
  const spreads = { ours: spreadOf(often.ours), bare: spreadOf(often.bare) };
  return flush ? { ...spreads, flush: spreadOf(often.flush) } : spreads;
}

/** All databases in each round. */
async function askInTurn(
  asked: readonly Asked[],
  question: Question,
  { index, first, rounds }: { index: number; first: number; rounds: number },
): Promise<CallFigures['sizes']> {
  const sizes: { items: number; bytes: number; times: number[]; ask(round: number): Promise<number> }[] = [];
  for (const each of asked) {
    const asking = await askerOf(each, question, index);
    // The first call is a warm-up.
    const { answer } = await asking(first);
    const ask = async (round: number): Promise<number> => (await asking(first + round)).ms;
    sizes.push({ items: each.items, bytes: answer.body.length, times: [], ask });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { times, ask } of sizes) times.push(await ask(round));
  }
  return sizes.map(({ items, bytes, times }) => ({ items, bytes, ms: spreadOf(times) }));
}

/** Returns a function that asks one database a question in a given round. */
async function askerOf(
  asked: Asked,
  question: Question,
  index: number,
): Promise<(round: number) => Promise<Timed>> {
  const { people, instance, connection } = asked;
  const person = people[index];
  if (!person) throw new Error('Cannot measure: a database lacks somebody');
  const ids = await newestIds(asked, person, question.ids ?? 0);
  return async (round) => {
    const asking = { person, url: instance.url, round, ids };
    if (question.before) await timed(connection, question.before(asking));
    return timed(connection, question.request(asking));
  };
}

async function timed(connection: Connection, request: string): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await connection.ask(request);
  const ms = performance.now() - startedAt;
  if (answer.status !== 200)
    throw new Error(`Cannot measure: ${request.split('\r\n')[0]} is answered with ${answer.status}`);
  return { ms, answer };
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
    whileMarked(get('all feeds', 'all feeds', () => '/api/v1/feeds')),
    whileMarked(get('feeds of the large group', 'all feeds', ({ wide }) => `/api/v1/groups/${wide}/feeds`)),
    mark(person, 'mark an item', 'mark'),
    mark(person, 'mark 10,000 items', 'bulk'),
  ];
}

/** Before each call one item of one feed is marked, as in real use: otherwise only a cached list would be measured. */
function whileMarked(question: Question): Question {
  return {
    ...question,
    ids: MARKED,
    before({ person, url, round, ids }) {
      const word = Math.floor(round / MARKED) % 2 === 0 ? 'unread' : 'read';
      const path = `/api/v1/items/${ids[round % MARKED]}/${word}`;
      return requestOf(url, path, { method: 'POST', headers: headersOf(person, round) });
    },
  };
}

/** Marked and unmarked in turn. */
function mark(person: string, what: string, kind: 'mark' | 'bulk'): Question {
  return {
    person,
    what,
    kind,
    ...(kind === 'bulk' && { ids: MANY }),
    request({ person: whom, url, round, ids }) {
      const headers = headersOf(whom, round);
      const word = round % 2 === 0 ? 'unread' : 'read';
      if (kind === 'mark')
        return requestOf(url, `/api/v1/items/${whom.middleId}/${word}`, { method: 'POST', headers });
      return requestOf(url, `/api/v1/items/${word}`, { method: 'POST', headers, body: `ids=${ids.join()}` });
    },
  };
}

/** No answer repeats an earlier one: another `Prefer`, which has no effect, makes it another request. */
function headersOf({ token }: Person, round: number): Record<string, string> {
  return { Authorization: `Bearer ${token}`, Prefer: `bench=${round}` };
}

/** The newest ids of a person, as an app would name them. */
async function newestIds(
  { instance, connection }: Asked,
  { token }: Person,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const below = ids.length > 0 ? `&max_id=${ids.at(-1)}` : '';
    const request = requestOf(instance.url, `/api/v1/items?limit=100${below}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const page = JSON.parse((await connection.ask(request)).body.toString()) as { id: number }[];
    if (page.length === 0) break;
    ids.push(...page.map(({ id }) => id));
  }
  return ids.slice(0, count);
}
