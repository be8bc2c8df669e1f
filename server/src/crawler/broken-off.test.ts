import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../formats/read-feed.ts';
import type { KnownPost } from '../model/post.ts';
import { type Candidate, candidatesOf } from './identity/candidate.ts';
import { comparePosts } from './identity/identity.ts';
import { rss } from './testing/bench.ts';

const NOW = Date.UTC(2026, 0, 7, 12);
const SITE = 'https://example.com/';
const withGuids = rss([12, 11, 1]);
const withoutGuids = withGuids.replace(/<guid.*?<\/guid>/gs, '');
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${[12, 11, 1]
  .map(
    (n) => `<entry><id>tag:${n}</id><title>Post ${n}</title><link href="${SITE}${n}"/>
    <updated>2026-01-0${(n % 5) + 1}T00:00:00Z</updated><content type="html">&lt;p>Text ${n}&lt;/p></content></entry>`,
  )
  .join('')}</feed>`;

for (const [kind, document] of [
  ['RSS', withGuids],
  ['RSS without guids', withoutGuids],
  ['Atom', atom],
] as const) {
  test(`${kind} that breaks off anywhere brings no post that is known, edits none, and misses none that it holds whole`, () => {
    const known = candidatesOf(postsOf(document), { siteUrl: SITE, now: NOW }).map(asKnown);
    const found = comparePosts(candidates(document), known, { byLink: false, now: NOW });
    assert.deepEqual([found.shown.length, found.fresh, found.edited], [3, [], []]);
    const ends = [...document.matchAll(/<\/(?:item|entry)>/g)].map((match) => match.index + match[0].length);
    for (let length = document.indexOf('>', 60) + 1; length < document.length; length++) {
      const { shown, fresh, edited } = comparePosts(candidates(document.slice(0, length)), known, {
        byLink: false,
        now: NOW,
      });
      const whole = ends.filter((end) => end <= length).length;
      assert.deepEqual([fresh, edited], [[], []], `${length} characters`);
      assert.ok(shown.length >= whole, `${length} characters: ${shown.length} of ${whole}`);
    }
  });
}

function candidates(document: string): Candidate[] {
  return candidatesOf(postsOf(document), { siteUrl: SITE, now: NOW });
}

function postsOf(document: string) {
  const reading = readFeed(Buffer.from(document), { url: `${SITE}feed` });
  return reading.kind === 'feed' ? reading.document.posts : [];
}

/** The post as the first visit stores it. */
function asKnown({ guid, post }: Candidate, index: number): KnownPost {
  const identity = guid === undefined ? `u:example.com/${post.title.slice(5)}` : `g:${guid}`;
  return { ...post, identity, id: index + 1, editedAt: undefined };
}
