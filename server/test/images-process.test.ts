// Pictures through the real program: the crawler's thread, the real web, and its limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageLimits } from '../src/crawler/images/limits.ts';
import { addUsers } from './accounts.ts';
import { temporaryInstance } from './environment.ts';
import { startSite } from './feed-origin.ts';
import { startCourant } from './process.ts';
import { signInApp } from './sign-in.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');

test('pictures come through the thread, and neither redirects nor sizes lead past the limits', async (t) => {
  const seen: string[] = [];
  const { hostAndPort: inside } = await startSite(t, (request, response) => {
    seen.push(request.url ?? '');
    response.end(PNG);
  });
  const { hostAndPort: outside } = await startSite(t, (request, response) => {
    if (request.url === '/away.png')
      response.writeHead(302, { Location: `http://${inside}/secret.png` }).end();
    else if (request.url === '/large.png')
      response.end(Buffer.concat([PNG, Buffer.alloc(imageLimits.maxBytes)]));
    else response.writeHead(200, { 'Content-Type': 'text/plain', 'Set-Cookie': 'a=b' }).end(PNG);
  });
  const environment = await temporaryInstance(t, { COURANT_FETCH_ALLOW: outside });
  await addUsers(environment, { name: 'ines', password: 'a long password' });
  const { url: baseUrl } = await startCourant(t, environment);
  const { client } = await signInApp({ baseUrl, name: 'ines', password: 'a long password' });
  const pictures = ['/a.png', '/away.png', '/large.png'].map((path) => `http://${outside}${path}`);
  const paths = await client.images.addresses([...pictures, `http://${inside}/a.png`]);
  const answers = await Promise.all([...paths.values()].map((path) => fetch(baseUrl + path)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 502, 404, 502],
  );
  const [picture] = answers;
  assert.equal(picture?.headers.get('content-type'), 'image/png');
  assert.deepEqual(Buffer.from((await picture?.arrayBuffer()) ?? new ArrayBuffer(0)), PNG);
  assert.deepEqual(seen, []);
});
