import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowsAll, allowsNothing, mayCall, readRobots } from './robots.ts';

const SITE = 'https://example.com';

const cases: [name: string, text: string, path: string, may: boolean][] = [
  ['nothing is said', '', '/a', true],
  ['everything is forbidden to everybody', 'User-agent: *\nDisallow: /', '/a', false],
  ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', '/a', true],
  [
    'a path and what begins with it is forbidden',
    'User-agent: *\nDisallow: /private',
    '/private-things',
    false,
  ],
  ['other paths are not', 'User-agent: *\nDisallow: /private', '/public', true],
  [
    'a group of our own counts alone',
    'User-agent: *\nDisallow: /\n\nUser-agent: Courant\nDisallow: /x',
    '/a',
    true,
  ],
  ['our own group forbids', 'User-agent: *\nDisallow:\n\nUser-agent: courant\nDisallow: /', '/a', false],
  ['our name in any case, with a version', 'user-AGENT:COURANT/2.0\ndisallow:/', '/a', false],
  ['a name that only begins like ours is not ours', 'User-agent: Courante\nDisallow: /', '/a', true],
  [
    'a group for several names',
    'User-agent: a\nUser-agent: Courant\nUser-agent: b\nDisallow: /',
    '/a',
    false,
  ],
  [
    'two groups of one name are one',
    'User-agent: Courant\nDisallow: /a\n\nUser-agent: Courant\nDisallow: /b',
    '/a',
    false,
  ],
  [
    'rules of another do not count',
    'User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /b',
    '/a',
    true,
  ],
  [
    'a name behind rules begins anew',
    'User-agent: *\nDisallow: /b\nUser-agent: other\nDisallow: /',
    '/a',
    true,
  ],
  [
    'a name behind the address of a site map belongs to the same group',
    'User-agent: Courant\nSitemap: https://example.com/map.xml\nUser-agent: other\nDisallow: /',
    '/a',
    false,
  ],
  ['and behind a delay', 'User-agent: Courant\nCrawl-delay: 5\nUser-agent: other\nDisallow: /', '/a', false],
  [
    'behind what is allowed it begins anew',
    'User-agent: Courant\nAllow: /\nUser-agent: other\nDisallow: /b',
    '/b',
    true,
  ],
  [
    'our own group without rules allows everything',
    'User-agent: *\nDisallow: /\nUser-agent: Courant',
    '/a',
    true,
  ],
  ['the longest rule decides', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['the longest rule decides in any order', 'User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b/c', true],
  ['also where a shorter one allows', 'User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b', false],
  ['of two as long the kind one', 'User-agent: *\nDisallow: /ab\nAllow: /ab', '/ab', true],
  ['and so in any order', 'User-agent: *\nAllow: /ab\nDisallow: /ab', '/ab', true],
  ['a star stands for anything', 'User-agent: *\nDisallow: /*/print', '/2026/a/print', false],
  ['a path may begin with a star', 'User-agent: *\nDisallow: *.pdf', '/a.pdf', false],
  ['and have a colon', 'User-agent: *\nDisallow: /wiki/Talk:', '/wiki/Talk:Main', false],
  ['a star may stand for nothing', 'User-agent: *\nDisallow: /a*b', '/ab', false],
  ['what follows a star must follow', 'User-agent: *\nDisallow: /*/print/', '/2026/a', true],
  ['a dollar is the end', 'User-agent: *\nDisallow: /*.php$', '/a.php', false],
  ['behind the end nothing follows', 'User-agent: *\nDisallow: /*.php$', '/a.php?x=1', true],
  ['the end may overlap nothing', 'User-agent: *\nDisallow: /a*a$', '/a', true],
  ['only the start page', 'User-agent: *\nDisallow: /$', '/', false],
  ['all but the start page', 'User-agent: *\nDisallow: /$', '/a', true],
  ['a path is looked for at the beginning', 'User-agent: *\nDisallow: /b', '/a/b', true],
  ['pieces between stars come in their order', 'User-agent: *\nDisallow: /*b*a', '/ab', true],
  ['the last one at the end', 'User-agent: *\nDisallow: /*a*.pdf$', '/a/b.pdf', false],
  ['what else names a path forbids nothing', 'User-agent: *\nNoindex: /a', '/a', true],
  ['the query belongs to the address', 'User-agent: *\nDisallow: /*?print=', '/a?print=1', false],
  ['escapes in any spelling', 'User-agent: *\nDisallow: /%7ejoe/%c3%a4', '/~joe/%C3%A4', false],
  ['letters instead of escapes', 'User-agent: *\nDisallow: /ä', '/%C3%A4', false],
  ['an escaped slash is none', 'User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
  ['comments and blanks', '# Hello\n User-agent : *  # all\n\tDisallow : /a # not this', '/a', false],
  ['ends of lines of all sorts', 'User-agent: *\rDisallow: /a\r\nDisallow: /b', '/b', false],
  ['a mark at the beginning', '\uFEFFUser-agent: *\nDisallow: /', '/a', false],
  ['a site map ends no group', 'User-agent: *\nSitemap: https://x.example/\nDisallow: /', '/a', false],
  ['what is no path is no rule', 'User-agent: *\nDisallow: private', '/private', true],
  ['a page instead of rules', '<!doctype html><p>User-agent: *</p>', '/a', true],
];
for (const [name, text, path, may] of cases) {
  test(`robots.txt: ${name}`, () => {
    assert.equal(mayCall(readRobots(text, 'Courant'), SITE + path), may);
  });
}

test('everything and nothing are rules too', () => {
  assert.equal(mayCall(allowsAll, `${SITE}/a`), true);
  assert.equal(mayCall(allowsNothing, `${SITE}/a`), false);
});

test('a delay is read, within reason', () => {
  const delay = (text: string) => readRobots(`User-agent: *\n${text}`, 'Courant').crawlDelayMs;
  const delays = ['5', '16.1', '0.0016', '3600', 'x'].map((seconds) => `Crawl-delay: ${seconds}`);
  assert.deepEqual([...delays, ''].map(delay), [5_000, 16_100, 2, 30_000, undefined, undefined]);
});

test('rules with so many stars that comparing them would take seconds allow nothing', () => {
  const rules = readRobots(`User-agent: *\n${'Disallow: /*ab\n'.repeat(30_000)}`, 'Courant');
  assert.equal(mayCall(rules, `${SITE}/${'a'.repeat(4_000)}`), false);
  assert.equal(mayCall(rules, `${SITE}/${'a'.repeat(200)}`), true);
  assert.equal(mayCall(rules, `${SITE}/${'a'.repeat(200)}b`), false);
});

test('very many rules without stars are compared with any address, and so are half signs', () => {
  const rules = readRobots(`User-agent: *\n${'Disallow: /ab\n'.repeat(30_000)}`, 'Courant');
  assert.equal(mayCall(rules, `${SITE}/${'a'.repeat(4_000)}`), true);
  assert.equal(mayCall(readRobots('User-agent: *\nDisallow: /\uD800', 'Courant'), `${SITE}/a`), true);
});
