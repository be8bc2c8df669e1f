// Which pictures are no icon of a site: those of feeds that others publish, or that only some may see. Everybody who follows a feed of the
// site is shown its icon.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIcons } from '../../store/sources/icons.ts';
import { bench, rss } from '../testing/bench.ts';
import { ICO, month, PNG, SITE } from '../testing/icon-site.ts';

const PICTURE = 'https://pictures.net/of-a-podcast-for-some.png';

const feeds = [
  ['that another site publishes', 'https://stranger.net/rss', `${SITE}/`],
  ['that another host of the owner publishes', 'https://ines.courier.com/rss', `${SITE}/`],
  ['of one channel of the site', `${SITE}/channels/ines/rss`, `${SITE}/channels/ines`],
  ['whose address has a secret', `${SITE}/rss?token=c2VjcmV0`, `${SITE}/`],
  ['that asks for a password', 'https://ines:secret@courier.com/rss', `${SITE}/`],
] as const;

for (const [name, address, site] of feeds) {
  test(`the picture of a feed ${name} is not shown as the icon of the site`, async (t) => {
    const b = await bench(t, { findsIcons: true });
    b.web.serve(address, rss([], { site, extra: `<image><url>${PICTURE}</url></image>` }));
    b.web.serve('https://courier.com/news/rss', rss([], { site: `${SITE}/news` }));
    b.web.serve(PICTURE, { body: PNG });
    b.web.serve(`${SITE}/favicon.ico`, { body: ICO });
    await b.subscribe(address, 'ines');
    await b.subscribe('https://courier.com/news/rss', 'otto');
    await month(b);
    const icons = await b.store.read((tx) => readIcons(tx, [1, 2]));
    assert.deepEqual(
      icons.map(({ type }) => type),
      ['image/x-icon'],
    );
    assert.deepEqual(b.web.requestsFor(PICTURE), []);
  });
}
