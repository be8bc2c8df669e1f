import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHarmless } from './fixtures/harmless.ts';
import { sanitise } from './sanitise.ts';

const clean = (html: string): string => sanitise(html, 'https://example.org/blog/');
const image = (path: string, rest = ''): string =>
  `<img src="https://example.org/${path}"${rest} loading="lazy" />`;

const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const blurred = `data:image/jpeg;base64,${'A'.repeat(400)}`;
const drawing = `data:image/svg+xml;base64,${'A'.repeat(1_000)}`;

/** What it shows, the HTML, what is kept of it. */
const rows: [string, string, string][] = [
  [
    'A picture whose address is empty until a script has run is restored',
    '<img src="" data-src="/a.jpg"><img src="#" data-src="/b.jpg"><img src="about:blank" data-original="/c.jpg">',
    image('a.jpg') + image('b.jpg') + image('c.jpg'),
  ],
  ['A picture that leads nowhere is none', '<img src="#" alt=""><img src="">', ''],
  [
    'A picture with the size of its placeholder is restored, without that size',
    '<img src="/1x1.gif" width="1" height="1" data-src="/a.jpg">',
    image('a.jpg'),
  ],
  [
    'A blurred copy gives way to the picture',
    '<img class="lazyload blur-up" src="/tiny/a.jpg" data-src="/full/a.jpg">',
    image('full/a.jpg'),
  ],
  [
    'A picture that is no copy stays, whatever else its page knows of it',
    '<img src="/a-600.jpg" data-orig-file="/a.jpg" data-src="/b.jpg">',
    image('a-600.jpg'),
  ],
  [
    'A script may call the address what it likes',
    `<img src="${dot}" data-title="A" data-echo="/a.jpg?w=9">`,
    image('a.jpg?w=9'),
  ],
  [
    'A pattern is no address: Shopify’s scripts put the width into it',
    '<img class="lazyload" src="/a_300x.jpg" data-src="/a_{width}x.jpg"><img data-src="/b.jpg?w=%7Bwidth%7D" srcset="/b.jpg 9w">',
    image('a_300x.jpg') + image('b.jpg', ' srcset="https://example.org/b.jpg 9w"'),
  ],
  [
    'A picture that Jetpack loads later has its address',
    '<img class="jetpack-lazy-image" src="/a.jpg" data-lazy-src="/a.jpg?is-pending-load=1">',
    image('a.jpg'),
  ],
  [
    'The name of a file, what is shared, and several addresses are no address of the picture',
    '<img src="/pixel-8.jpg" data-file="pixel-8.jpg" data-pin-media="/tall.jpg" data-set="/c.jpg?w=1 1x, /d.jpg 2x">',
    image('pixel-8.jpg'),
  ],
  [
    'A lazy srcset is restored over that of a placeholder',
    `<img src="${dot}" srcset="${dot} 100w" data-srcset="/a.jpg 600w, /b.jpg 4000w" sizes="50vw">`,
    image('a.jpg', ' srcset="https://example.org/a.jpg 600w, https://example.org/b.jpg 4000w" sizes="50vw"'),
  ],
  [
    'A picture has an address for apps that do not know srcset',
    '<img srcset="/a.jpg 1x, /b.jpg 2x">',
    image('a.jpg', ' srcset="https://example.org/a.jpg 1x, https://example.org/b.jpg 2x"'),
  ],
  [
    'What a picture offers beside its lazy image is restored',
    '<picture><source type="image/webp" data-srcset="/a.webp 2x"><img data-src="/a.jpg"></picture>',
    `<picture><source srcset="https://example.org/a.webp 2x" type="image/webp" />${image('a.jpg')}</picture>`,
  ],
  [
    'A picture whose image has no address shows what it offers',
    `<picture><source srcset="/a.webp"><img src="${dot}" alt="A"></picture><img alt="B">`,
    `<picture><source srcset="https://example.org/a.webp" />${image('a.webp', ' srcset="https://example.org/a.webp" alt="A"')}</picture>`,
  ],
  [
    'What a picture offers is shown by one image, however many are in it',
    '<picture><source srcset="/a.webp"><img><img><p><img>',
    `<picture><source srcset="https://example.org/a.webp" />${image('a.webp', ' srcset="https://example.org/a.webp"')}<p></p></picture>`,
  ],
  [
    'What a picture offers is shown by its own image alone',
    '<source srcset="/z.webp"><picture><source srcset="/a.webp"><img alt="A"></picture><picture><source srcset="/b.webp"><img src="/b.jpg"></picture><img alt="C">',
    `<source srcset="https://example.org/z.webp" /><picture><source srcset="https://example.org/a.webp" />${image('a.webp', ' srcset="https://example.org/a.webp" alt="A"')}</picture><picture><source srcset="https://example.org/b.webp" />${image('b.jpg')}</picture>`,
  ],
  [
    'A drawing that holds the place of what a picture offers is no formula',
    `<picture><source srcset="/a.webp"><img src="${drawing}" alt="A"></picture>`,
    `<picture><source srcset="https://example.org/a.webp" />${image('a.webp', ' srcset="https://example.org/a.webp" alt="A"')}</picture>`,
  ],
  [
    'What holds the place of a picture goes',
    `<img src="${dot}" alt="A"><img aria-hidden="true" src="${blurred}" alt=""><noscript><img src="/a.jpg" alt="A"></noscript>`,
    image('a.jpg', ' alt="A"'),
  ],
  [
    'The copy for readers without scripts tells which address is right, before the picture or after it',
    '<noscript><img src="/a.jpg"></noscript><img src="/wait.gif" data-a="/a.jpg"><img src="/wait.gif" data-b="/b.jpg"><noscript><img src="/b.jpg"></noscript>',
    image('a.jpg') + image('b.jpg'),
  ],
  [
    'What only readers without scripts are told stays beside lazy pictures',
    '<img data-src="/a.jpg"><noscript><a href="/poll">Vote</a></noscript><noscript>End',
    `${image('a.jpg')}<a href="https://example.org/poll" rel="noopener noreferrer nofollow" target="_blank">Vote</a>End`,
  ],
  [
    'A picture without an address in a noscript takes none from others',
    '<img src="/a.jpg" alt=""><noscript><img data-src="/count?7"></noscript>',
    image('a.jpg', ' alt=""'),
  ],
  [
    'A film that only readers without scripts get stays beside copies of pictures',
    '<img src="/wait.gif" data-a="/a.jpg"><noscript><img src="/a.jpg"></noscript><noscript><video src="/v.mp4"></video></noscript>',
    `${image('a.jpg')}<video src="https://example.org/v.mp4" controls preload="none"></video>`,
  ],
  [
    'A tracking pixel goes, however it is made small',
    '<img src="/a.gif" style="width:0;height:0"><img src="/b.gif" width="1" style="border:0;height:1px">',
    '',
  ],
  [
    'A picture that fills its frame is no tracking pixel: Next.js writes all of them so',
    '<img src="/a.jpg" style="display:block;width:0;height:0;min-width:100%;max-width:100%;min-height:100%">',
    image('a.jpg'),
  ],
  ['A small picture is none', '<img src="/a.gif" style="width:0.9em;height:1em">', image('a.gif')],
  [
    'A size is a number of pixels',
    '<img src="/a.jpg" width=" 600PX " height="400.5"><img src="/b.jpg" width="100%" height="auto"><img src="/c.jpg" width="x600" height="600pxx">',
    image('a.jpg', ' width="600" height="400"') + image('b.jpg') + image('c.jpg'),
  ],
  [
    'The words for a formula stay that is a drawing within the post',
    `It is <img src="${drawing}" alt="x &lt; 2">.<img src="${drawing}" alt="">`,
    'It is <span>x &lt; 2</span>.',
  ],
  [
    'Attributes are in the same order, whatever was restored',
    '<img dir="ltr" alt="A" data-srcset="/a.jpg 2x" data-src="/a.jpg">',
    image('a.jpg', ' srcset="https://example.org/a.jpg 2x" alt="A"').replace(' />', ' dir="ltr" />'),
  ],
];

for (const [name, html, expected] of rows) {
  test(name, () => {
    assert.equal(clean(html), expected);
    assertHarmless(clean(html));
  });
}

test('Nobody else writes into the log what a feed has as the width of a picture', (t) => {
  const written = t.mock.method(console, 'log', () => {});
  const out = clean('<img srcset="/a.jpg 0w, /b.jpg 1.5w, /c.jpg 00w, /d.jpg 600w">');
  assert.equal(out, image('d.jpg', ' srcset="https://example.org/d.jpg 600w"'));
  assert.equal(written.mock.callCount(), 0);
});
