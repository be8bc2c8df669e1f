// Documents to import that are handed in together: how much of them may be in memory at a time, for one account and for all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '@courant/protocol';
import { compatHouse } from '../compat/compat-house.ts';
import { type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { opml, outline, untilEnded } from './transfer-house.ts';

const SHORT = opml(outline('https://a.example/feed'));
/** Where a body does not say how long it is, it may be of any length. */
const MOST = 50_000_000;

test('an account that hands in a long document has to wait with the next, and can hand in short ones; others can hand in long ones', async (t) => {
  const house = await testHouse(t);
  const [ines, bea] = [await house.signIn('ines'), await house.signIn('bea')];
  const first = handIn(house, ines, MOST - 1_000);
  await first.begun;
  const refused: Response = await handIn(house, ines, MOST).answer;
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('Retry-After'), '30');
  const told = (await refused.json()) as Record<string, unknown>;
  assert.deepEqual(told, {
    error: 'Cannot import: another long document of this account is being read',
    'app.courant.reason': 'imports-open',
  });
  assert.equal((await ines.client.transfer.imports()).length, 0, 'nothing of it is stored');
  const [short, other] = [handIn(house, ines, 1_000), handIn(house, bea, MOST)];
  for (const each of [short, other, first]) each.send();
  for (const each of [short, other, first]) assert.equal((await each.answer).status, 200);
  const again = handIn(house, ines, undefined);
  again.send();
  assert.equal((await again.answer).status, 200);
  for (const each of [ines, bea]) await allEnded(house, each);
});

test('of all accounts together, four hand in long documents at a time, and one that cannot be read leaves its place too', async (t) => {
  const house = await testHouse(t);
  const people: SignedIn[] = [];
  for (const name of ['ada', 'bea', 'cleo', 'dora', 'ines']) people.push(await house.signIn(name));
  const [last, ...others] = people.reverse();
  assert.ok(last);
  const held = others.map((person) => handIn(house, person, undefined));
  await Promise.all(held.map(({ begun }) => begun));
  const refused = await handIn(house, last, undefined).answer;
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /as many long documents are being read as memory is kept for/);
  for (const each of held) each.send('no list');
  for (const each of held) assert.equal((await each.answer).status, 422);
  const after = handIn(house, last, MOST);
  after.send();
  assert.equal((await after.answer).status, 200);
  await allEnded(house, last);
});

test('a list from an app of Google Reader counts as well', async (t) => {
  const house = await compatHouse(t);
  const held = handIn(house, house.ines, undefined);
  await held.begun;
  const refused = await house.ask('/api/greader.php/reader/api/0/subscription/import', {
    method: 'POST',
    headers: { authorization: `GoogleLogin auth=${house.token}`, 'content-type': 'text/xml' },
    body: SHORT,
  });
  assert.equal(refused.status, 429);
  held.send();
  assert.equal((await held.answer).status, 200);
  await allEnded(house, house.ines);
});

/** A house that closes waits for the visit under way, and that for the clock, which nobody else advances. */
async function allEnded(house: TestHouse, { client }: SignedIn): Promise<void> {
  for (const { id } of await client.transfer.imports()) await untilEnded(house, client, id);
}

interface HandedIn {
  answer: Promise<Response>;
  /** Until the first of the body is read. */
  begun: Promise<void>;
  /** Ends the body, which has not come until then. */
  send(text?: string): void;
}

/** `bytes`: how long the document is said to be. */
function handIn(
  house: TestHouse,
  { accessToken }: SignedIn,
  bytes: number | undefined,
  path: string = endpoints.startImport.path,
): HandedIn {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const begun = writer.write(Buffer.from('\n'));
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'text/x-opml',
    ...(bytes !== undefined && { 'content-length': String(bytes) }),
  };
  const answer = house.ask(path, { method: 'POST', headers, body: body.readable, duplex: 'half' });
  return {
    answer,
    begun,
    send(text = SHORT) {
      void writer.write(Buffer.from(text));
      void writer.close();
    },
  };
}
