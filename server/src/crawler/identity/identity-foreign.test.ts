// Posts that another source has brought along when it was merged into this one, whose own document shows them, or others under their names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shelfPost as post, Shelf } from '../testing/shelf.ts';

test('a post that another source has brought along is found by its name, though its headline and its link have changed', () => {
  const shelf = new Shelf();
  shelf.visit([1, 2, 3].map((n) => post(n)));
  shelf.known = shelf.known.map((known) => ({ ...known, isForeign: true }));
  const renamed = post(1, { title: 'A better title', url: 'https://site.example/better' });
  const { fresh, edited } = shelf.visit([renamed, post(2), post(3)]);
  assert.deepEqual([fresh.length, edited.map((each) => each.post.title)], [0, ['A better title']]);
});

test('a post of the source itself is found before one that another has brought along under a narrower name', () => {
  const shelf = new Shelf();
  const { shown: none } = shelf.visit([post(1)]);
  const [own] = shelf.known;
  assert.ok(own && none.length === 0);
  const forged = { ...own, id: 2, identity: `${own.identity}\nsite.example/1`, textHash: 'forged' };
  shelf.known = [{ ...forged, isForeign: true }, own];
  const { shown, edited } = shelf.visit([post(1, { content: '<p>Edited</p>' })]);
  assert.deepEqual([shown, edited.map(({ id }) => id)], [[own.id], [own.id]]);
});

test('of a long document, a post that another source has brought along is no reason for those after it to come back', () => {
  for (const isForeign of [undefined, true] as const) {
    const shelf = new Shelf();
    shelf.isLong = true;
    shelf.visit([1, 2, 3].map((n) => post(n)));
    const [oldest, left, newest] = shelf.known;
    assert.ok(oldest && left && newest);
    shelf.known = [{ ...oldest, ...(isForeign && { isForeign }) }, { ...left, leftAt: Shelf.NOW }, newest];
    const { back } = shelf.visit([1, 2, 3].map((n) => post(n)));
    assert.deepEqual(back, isForeign ? [] : [left.id]);
  }
});

test('what another source has said gives way at once, an edit of our own source only after a while', () => {
  for (const isForeign of [undefined, true] as const) {
    const shelf = new Shelf();
    shelf.visit([post(1)]);
    const editedAt = Shelf.NOW - 60_000;
    shelf.known = shelf.known.map((known) => ({ ...known, editedAt, ...(isForeign && { isForeign }) }));
    const { edited } = shelf.visit([post(1, { content: '<p>Edited</p>' })]);
    assert.equal(edited.length, isForeign ? 1 : 0);
  }
});
