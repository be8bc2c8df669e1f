import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allText, childOf, innerMarkup } from './elements.ts';
import { decodeXmlText } from './entities.ts';
import { assertHas, feedOf, postOf } from './fixtures/reading.ts';
import { limits } from './limits.ts';
import { repair } from './repair.ts';
import { type Element, readTree, type Tree } from './xml-tree.ts';

function treeOf(source: string): Tree {
  const tree = readTree(source);
  assert.ok(tree);
  return tree;
}

const names = (element: Element): string[] =>
  element.children.filter((child) => typeof child !== 'string').map((child) => child.name);

test('Names are told by namespace, then by prefix, in small letters', () => {
  const tree = treeOf(
    '<rss xmlns:X="http://purl.org/dc/elements/1.1/" xmlns:y="urn:y"><x:Creator/><dc:Date/><Y:z/><Title/><a xmlns="http://www.w3.org/2005/Atom"/></rss>',
  );
  assert.deepEqual(names(tree.root), ['dc:creator', 'dc:date', 'y:z', 'title', 'atom:a']);
});

test('A namespace holds within its element only', () => {
  const tree = treeOf('<rss><a xmlns:p="http://purl.org/dc/elements/1.1/"><p:x/></a><p:x/></rss>');
  assert.deepEqual(names(childOf(tree.root, 'a') ?? tree.root), ['dc:x']);
  assert.deepEqual(names(tree.root), ['a', 'p:x']);
});

test('Bases and languages are handed down', () => {
  const tree = treeOf(
    '<feed xml:base="https://a.example/" xml:lang="en"><entry xml:base="b/"><title/></entry></feed>',
  );
  assert.deepEqual(childOf(tree.posts[0], 'atom:title')?.bases, ['https://a.example/', 'b/']);
  assert.equal(childOf(tree.posts[0], 'atom:title')?.language, 'en');
});

test('Text, CDATA and references come in their order', () => {
  assert.equal(allText(treeOf('<rss>a &amp; <![CDATA[&amp;]]><b>c</b>d</rss>').root), 'a & &amp;cd');
});

test('Markup is written again, escaped, with void elements left open', () => {
  const tree = treeOf(
    '<rss><h:p xmlns:h="http://www.w3.org/1999/xhtml" title="a&quot;b">x &lt; y<br/></h:p></rss>',
  );
  assert.equal(innerMarkup(tree.root), '<p title="a&quot;b">x &lt; y<br></p>');
});

test('A long text is cut, and the document says so', () => {
  const tree = treeOf(`<rss>${'x'.repeat(limits.fieldChars + 10)}</rss>`);
  assert.equal(allText(tree.root).length, limits.fieldChars);
  assert.equal(tree.warnings.length, 1);
});

test('Posts stand apart from the tree', () => {
  const tree = treeOf('<rss><channel><item><title>a</title></item></channel></rss>');
  assert.equal(tree.posts.length, 1);
  assert.deepEqual(names(childOf(tree.root, 'channel') ?? tree.root), []);
});

for (const [raw, decoded] of [
  ['a &amp; b', 'a & b'],
  ['&lt;&gt;&quot;&apos;', '<>"\''],
  ['&nbsp;&eacute;&hellip;', '\u00a0é…'],
  ['&NBSP;&AMP;&Quot;', '\u00a0&"'],
  ['&Eacute;', 'É'],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&#150;', '–'],
  ['&#0;&#x110000;&#xd800;', '\ufffd\ufffd\ufffd'],
  ['&amp;lt;', '&lt;'],
  ['a & b &c; &; &#; &#x; &', 'a & b &c; &; &#; &#x; &'],
  ['?a=1&copy=2&lt=3', '?a=1&copy=2&lt=3'],
] as const) {
  test(`The XML text ${raw} means ${JSON.stringify(decoded)}`, () =>
    assert.equal(decodeXmlText(raw), decoded));
}

test('Signs that start no tag are escaped, outside of CDATA only', () => {
  assert.equal(repair('<a>1 <2 < <b/><![CDATA[<3]]> <4</a>'), '<a>1 &lt;2 &lt; <b/><![CDATA[<3]]> &lt;4</a>');
  assert.equal(repair('<1<![CDATA[<3'), '&lt;1<![CDATA[<3');
  assert.equal(repair('<ä/>'), '<ä/>');
});

test('Elements deeper than the limit are flattened, and the document says so', () => {
  const tree = treeOf(`<rss>${'<a>'.repeat(1_000)}deep`);
  let depth = 0;
  for (let at: Element | undefined = tree.root; at !== undefined; at = childOf(at, 'a')) depth++;
  assert.equal(depth, limits.depth);
  assert.equal(allText(tree.root), 'deep');
  assert.match(tree.warnings.join(), /flattened/);
});

test('Atom with a prefix is Atom', () => {
  const document = feedOf(
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry><a:id>1</a:id><a:title>t</a:title></a:entry></a:feed>',
  );
  assertHas(document, { title: 'T' });
  assert.equal(document.posts[0]?.title, 't');
});

test('A channel of RSS in the namespace of Atom is a channel', () => {
  const document = feedOf(
    `<rss version="2.0"><channel xmlns="http://www.w3.org/2005/Atom"><title>T</title><link>https://example.org/</link>
    <item><guid>1</guid><title>t</title></item></channel></rss>`,
  );
  assertHas(document, { title: 'T', siteUrl: 'https://example.org/' });
  assert.equal(document.posts[0]?.title, 't');
});

test('Atom with a prefix that nobody declared is Atom', () => {
  assert.equal(
    feedOf('<atom:feed><atom:entry><atom:title>t</atom:title></atom:entry></atom:feed>').posts[0]?.title,
    't',
  );
});

test('Attributes with the prefix of their namespace are Atom too', () => {
  const declared = 'xmlns:ns="http://www.w3.org/2005/Atom"';
  const post = postOf(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
    <title ${declared} ns:type="html">a &amp;amp; b</title>
    <link ns:href="https://example.org/self" ns:rel="self" ${declared}/>
    <link ns:href="https://example.org/1" ns:rel="alternate" ns:type="text/html" ${declared}/>
    <content ${declared} ns:type="text" type="html">&lt;p&gt;c&lt;/p&gt;</content></entry></feed>`,
  );
  assertHas(post, { title: 'a & b', url: 'https://example.org/1', content: '<p>c</p>' });
});
