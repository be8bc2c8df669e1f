import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLinks } from './link-header.ts';

const base = 'https://site.example/feeds/main';
const hub = 'https://hub.example/';
const self = 'https://site.example/self';

const headers: [says: string, header: string, hubUrls: string[], selfUrl: string | undefined][] = [
  ['hub and self', `<${hub}>; rel="hub", <${self}>; rel="self"`, [hub], self],
  ['words without quotes', `<${hub}>;rel=hub,<${self}>;rel=self`, [hub], self],
  [
    'several relations in one link',
    `<${self}>; rel="alternate SELF"; type="a/b", <${hub}>; REL="Hub"`,
    [hub],
    self,
  ],
  [
    'relative addresses',
    '</hub>; rel=hub, <>; rel=next, <self>; rel=self',
    ['https://site.example/hub'],
    'https://site.example/feeds/self',
  ],
  [
    'several hubs, the first self',
    `<${hub}>; rel=hub, <${hub}2>; rel=hub, <${self}>; rel=self, <${base}>; rel=self`,
    [hub, `${hub}2`],
    self,
  ],
  [
    'commas and brackets in quotes',
    `<https://a.example/>; title="x, <y>; rel=hub"; rel=next, <${hub}>; rel=hub`,
    [hub],
    undefined,
  ],
  ['rel in the quotes of another parameter', `<${hub}>; title="; rel=hub"`, [], undefined],
  [
    'quotes that nothing closes take the rest',
    `<${hub}>; rel=hub; title="x\\", <${self}>; rel=self`,
    [hub],
    undefined,
  ],
  ['a second rel', `<${hub}>; rel=next; rel=hub`, [], undefined],
  ['links about something else', `<${hub}>; rel=hub; anchor="https://other.example/"`, [], undefined],
  [
    'addresses that nobody can call',
    '<mailto:a@b.example>; rel=hub, <ftp://hub.example/>; rel=hub',
    [],
    undefined,
  ],
  [
    'addresses in UTF-8, which Node gives byte by byte',
    Buffer.from('</hüb>; rel=hub').toString('latin1'),
    ['https://site.example/h%C3%BCb'],
    undefined,
  ],
  ['nonsense', 'rel=hub, <<>>;;; rel="hub', [], undefined],
  ['nothing', '', [], undefined],
];
for (const [says, header, hubUrls, selfUrl] of headers) {
  test(`a Link header is read: ${says}`, () => {
    assert.deepEqual(readLinks(header, base), { hubUrls, ...(selfUrl !== undefined && { selfUrl }) });
  });
}

test('of very many hubs some are read, and a header without an end is read in no time', () => {
  assert.equal(readLinks(Array(1_000).fill(`<${hub}>; rel=hub`).join(), base).hubUrls.length, 10);
  const before = process.cpuUsage().user;
  readLinks(`<${hub}>; a="${'\\"; b="'.repeat(10_000)}`, base);
  readLinks('<'.repeat(30_000), base);
  readLinks(`<a>${'; a'.repeat(10_000)}`, base);
  assert.ok(process.cpuUsage().user - before < 5_000_000);
});
