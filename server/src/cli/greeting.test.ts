import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { greeting } from './greeting.ts';

const setUpToken = 'cou_su_x';

function greets(url: string, environment: Record<string, string>): string {
  return greeting({ url, setUpToken: undefined }, readConfig(environment));
}

test('where there is no account, the greeting leads to the set-up with its code', () => {
  const { url } = { url: 'https://news.example' };
  const config = readConfig({ COURANT_PUBLIC_URL: url });
  assert.equal(greeting({ url, setUpToken: undefined }, config), `Courant is at ${url}\n`);
  assert.match(
    greeting({ url, setUpToken }, config),
    /^Courant is at https:\/\/news\.example\n.* https:\/\/news\.example\/set-up with this code:\n\n {4}cou_su_x\n\n$/,
  );
});

test('an address that nobody can open is told, with the setting that names one', () => {
  for (const COURANT_LISTEN of ['0.0.0.0:8080', '[::]:8080', '[0:0:0:0:0:0:0:0]:8080']) {
    const said = greets(`http://${COURANT_LISTEN}`, { COURANT_LISTEN });
    assert.match(
      said,
      /^Courant listens on every address .*\n.*COURANT_PUBLIC_URL.*:8080\n$/,
      COURANT_LISTEN,
    );
    const url = 'http://192.0.2.1:8080';
    const known = greets(url, { COURANT_LISTEN, COURANT_PUBLIC_URL: url });
    assert.equal(known, `Courant is at ${url}\n`);
  }
  for (const COURANT_LISTEN of ['127.0.0.1:8080', '[::1]:8080', '192.0.2.1:8080', 'nas.lan:8080'])
    assert.equal(
      greets(`http://${COURANT_LISTEN}`, { COURANT_LISTEN }),
      `Courant is at http://${COURANT_LISTEN}\n`,
    );
});
