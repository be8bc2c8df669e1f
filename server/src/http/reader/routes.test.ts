// How the service serves the reader: to whom, under which policy, and how many bytes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { addUser } from '../../../test/accounts.ts';
import { requireBuiltReader } from '../../../test/built-reader.ts';
import { testHouse } from '../../../test/house.ts';
import { startSession } from '../../accounts/sessions.ts';

/** What a first visit may load before anything is shown, in bytes as sent. */
const budget = { scripts: 40_000, shell: 8_000, styles: 12_000, fonts: 150_000 };

const reader = new URL('../../../../reader/', import.meta.url);
requireBuiltReader();

test('every address of the reader wants a sign-in, and leads back after it', async (t) => {
  const { ask, signedIn } = await visitorOf(t);
  for (const path of ['/unread', '/feeds/3/items/9', '/items/9', '/settings/reading', '/add?url=x']) {
    const stranger = await ask(path);
    assert.equal(stranger.status, 303, path);
    assert.equal(stranger.headers.get('Location'), `/sign-in?next=${encodeURIComponent(path)}`);
    const shell = await signedIn(path);
    assert.equal(shell.status, 200, path);
    assert.match(await shell.text(), /<div id="reader">/);
  }
  assert.equal((await signedIn('/nothing-of-ours')).status, 404);
});

test('the shell lets nothing run but our own files, and no text become a script', async (t) => {
  const { ask } = await visitorOf(t);
  const response = await ask('/reader/shell');
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types courant',
  ]) {
    assert.ok(policy.split('; ').includes(part), part);
  }
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(response.headers.get('X-Frame-Options'), 'DENY');
  assert.equal(response.headers.get('X-DNS-Prefetch-Control'), 'off');
});

test('the shell and the service worker are to be had only where they have their policy, and are not kept for ever', async (t) => {
  const { ask } = await visitorOf(t);
  for (const path of ['/reader/shell', '/service-worker.js']) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.get('Cache-Control')], [200, 'private, no-cache'], path);
    assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'/, path);
  }
  for (const path of ['/reader/shell.html', '/reader/service-worker.js'])
    assert.equal((await ask(path)).status, 404, path);
});

test('what has a name of its own content is kept for ever, packed as the browser wants it', async (t) => {
  const { ask } = await visitorOf(t);
  const shell = await (await ask('/reader/shell')).text();
  const [script = ''] = namesIn(shell, /src="(\/reader\/[^"]+\.js)"/g);
  const packed = await ask(script, { headers: { 'Accept-Encoding': 'gzip, br' } });
  assert.equal(packed.headers.get('Content-Encoding'), 'br');
  assert.equal(packed.headers.get('Vary'), 'Accept-Encoding');
  assert.match(packed.headers.get('Cache-Control') ?? '', /immutable/);
  const refused = await ask(script, { headers: { 'Accept-Encoding': 'gzip;q=0.5, br;q=0' } });
  assert.equal(refused.headers.get('Content-Encoding'), 'gzip');
  const plain = await ask(script);
  assert.equal(plain.headers.get('Content-Encoding'), null);
  assert.equal(plain.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
  assert.equal((await ask('/reader/build.json')).status, 404);
  assert.equal((await ask('/reader/..%2Fpackage.json')).status, 404);
  const worker = await ask('/service-worker.js');
  assert.match(worker.headers.get('Cache-Control') ?? '', /no-cache/);
});

test('the reader has the name of its instance, also as an installed app, and a kept one is fetched again after a change of it', async (t) => {
  const name = 'Mum’s & "Dad\'s" <News>\u2028 $&';
  const [{ ask }, usual] = [await visitorOf(t, { COURANT_INSTANCE_NAME: name }), await visitorOf(t)];
  const shell = await ask('/reader/shell');
  const text = await shell.text();
  assert.match(text, /<title>Mum’s &#38; "Dad's" &#60;News>\u2028 \$&#38;<\/title>/);
  assert.equal(shell.headers.get('Content-Length'), String(Buffer.byteLength(text)));
  const [manifest = ''] = namesIn(text, /rel="manifest" href="([^"]+)"/g);
  const installed = JSON.parse(await (await ask(manifest)).text());
  assert.deepEqual([installed.name, installed.short_name, installed.start_url], [name, name, '/unread']);
  const [usualManifest] = namesIn(
    await (await usual.ask('/reader/shell')).text(),
    /rel="manifest" href="([^"]+)"/g,
  );
  assert.notEqual(manifest, usualManifest);
  for (const [encoding, unpack] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const packed = await ask('/reader/shell', { headers: { 'Accept-Encoding': encoding } });
    assert.equal(packed.headers.get('Content-Encoding'), encoding);
    assert.equal(unpack(Buffer.from(await packed.arrayBuffer())).toString(), text);
  }
  const worker = await (await ask('/service-worker.js')).text();
  assert.notEqual(worker, await (await usual.ask('/service-worker.js')).text());
  assert.doesNotThrow(() => new Function(worker));
});

test('a first visit stays within its budgets', async (t) => {
  const { ask } = await visitorOf(t);
  const shell = await (await ask('/reader/shell')).text();
  const weigh = async (names: string[]): Promise<number> => {
    let bytes = 0;
    for (const name of names) bytes += gzipSync(Buffer.from(await (await ask(name)).arrayBuffer())).length;
    return bytes;
  };
  // Styles that a script loads after the list count as well.
  const { soonAfter } = JSON.parse(readFileSync(new URL('dist/build.json', reader), 'utf8'));
  const served = (names: string[]) => names.map((name) => `/reader/${name}`);
  const styles = await weigh(served(soonAfter.styles));
  const inlined = gzipSync(/<style>(.*?)<\/style>/s.exec(shell)?.[1] ?? '').length;
  const weights = {
    scripts: await weigh([
      ...new Set(namesIn(shell, /(?:src|rel="modulepreload" href)="(\/reader\/[^"]+\.js)"/g)),
    ]),
    shell: gzipSync(shell).length,
    styles: styles + inlined,
    fonts: await weigh(served(soonAfter.fonts)),
  };
  assert.ok(weights.scripts > 10_000 && weights.fonts > 100_000, 'scripts and fonts were found');
  for (const [name, most] of Object.entries(budget)) {
    const weight = weights[name as keyof typeof weights];
    t.diagnostic(`${name}: ${weight} of ${most} bytes`);
    assert.ok(
      weight <= most,
      `${name}: ${weight} bytes, at most ${most}; what only some screens need can come later`,
    );
  }
});

function namesIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '');
}

async function visitorOf(t: TestContext, environment: Record<string, string> = {}) {
  const { house, ask } = await testHouse(t, environment);
  const user = await addUser(house.accounts, { name: 'ines', password: 'a long password' });
  const secret = await startSession(house.accounts, user);
  const signedIn = (path: string) => ask(path, { headers: { Cookie: `__Host-courant=${secret}` } });
  return { ask, signedIn };
}
