// Documents in Latin letters without a label, or with one that a server says of everything, that say which language they are in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decode } from './decode.ts';

const sentences: readonly [language: string, text: string, encodings: readonly string[]][] = [
  [
    'pl',
    'Zażółć gęślą jaźń. Wszyscy ludzie rodzą się wolni i równi w swej godności.',
    ['iso-8859-2', 'windows-1250'],
  ],
  ['pl-PL', 'Rząd ogłosił „nowe” środki – żółw i José.', ['windows-1250']],
  ['cs', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Škoda!', ['iso-8859-2', 'windows-1250']],
  ['sk', 'Kŕdeľ šťastných ďatľov učí pri ústí Váhu koňa žuť kôru.', ['iso-8859-2', 'windows-1250']],
  ['hu', 'Árvíztűrő tükörfúrógép, őszi hűvös', ['iso-8859-2', 'windows-1250']],
  ['sl', 'Vsi ljudje se rodijo svobodni; češnje, žaba, šola.', ['iso-8859-2', 'windows-1250']],
  ['hr', 'Sva ljudska bića rađaju se slobodna; čšž, đak, kuća.', ['iso-8859-2', 'windows-1250']],
  [
    'ro',
    'Toate fiinţele umane se nasc libere şi egale în demnitate; ştiinţă',
    ['iso-8859-2', 'windows-1250'],
  ],
  [
    'tr',
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. İyi günler, çağrı.',
    ['windows-1254'],
  ],
  ['lt', 'Visi žmonės gimsta laisvi ir lygūs savo orumu; ąčęėįšųū', ['windows-1257']],
  ['lv', 'Visi cilvēki piedzimst brīvi un vienlīdzīgi; ļoti ķēniņš ģimene', ['windows-1257']],
];

function feed(language: string, text: string): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>http://example.org/</link>
    <language>${language}</language><item><title>${text}</title><description>&lt;p&gt;${text}&lt;/p&gt;</description></item></channel></rss>`;
}

for (const [language, text, encodings] of sentences)
  for (const encoding of encodings)
    for (const contentType of ['text/xml', 'text/xml; charset=ISO-8859-1'])
      test(`${language} in ${encoding} is read, served as ${contentType}`, () => {
        const decoded = decode(iconv.encode(feed(language, text), encoding), contentType);
        assert.equal(decoded.text, feed(language, text));
        assert.equal(decoded.warnings.length, 1);
      });

for (const [where, document] of [
  [
    'Dublin Core',
    '<rdf><channel><dc:language><![CDATA[cs]]></dc:language><title>kůň žluťoučký</title></channel></rdf>',
  ],
  [
    'xml:lang',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="cs-CZ"><title>kůň žluťoučký</title></feed>',
  ],
  ['lang of a page', '<!DOCTYPE html><html class="x" lang=\'cs\'><body>kůň žluťoučký</body></html>'],
] as const)
  test(`the language is taken from ${where}`, () => {
    assert.equal(decode(iconv.encode(document, 'windows-1250')).text, document);
  });

for (const [language, text, why] of [
  ['pl', 'Le gouvernement a annoncé à bientôt, où ça ? Très tôt être', 'its words are French'],
  ['de', 'Jeder hat das Recht, überall anerkannt zu werden. Größe', 'it has what German needs'],
  ['hu', 'Az autó és a ház', 'both give the same'],
  ['cs', 'A “quoted” word – and… nothing else', 'there are no letters'],
] as const)
  test(`Latin-1 stays where ${why}`, () => {
    const bytes = iconv.encode(feed(language, text), 'windows-1252');
    assert.equal(decode(bytes).text, feed(language, text));
    assert.deepEqual(decode(bytes, 'text/xml; charset=windows-1252').warnings, []);
  });

test('a label that fits is believed, whatever the language', () => {
  const document = feed('pl', 'Zażółć gęślą jaźń').replace('"1.0"', '"1.0" encoding="iso-8859-15"');
  const bytes = iconv.encode(document, 'iso-8859-2');
  assert.equal(decode(bytes).text, iconv.decode(bytes, 'iso-8859-15'));
});
