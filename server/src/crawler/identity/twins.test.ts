import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransferItem } from '../../model/transfer.ts';
import { identitiesOfItems, identityOfItem, twinFinder } from './twins.ts';

const post = (identity: string, url: string, title: string) => ({ identity, url, title });
const item = (fields: Partial<TransferItem>): TransferItem => ({
  feedUrl: 'x',
  read: true,
  starred: false,
  ...fields,
});

const known = [
  post('g:1', 'https://a.example/one', 'One'),
  post('g:2\na.example/two', 'https://a.example/two', 'Two'),
  post('g:2\na.example/deux', 'https://a.example/deux', 'Deux'),
  post('u:a.example/three', 'http://www.a.example/three/', 'Three'),
  post('t:abc', 'https://a.example/', 'Note'),
  post('t:def', 'https://a.example/', 'Other note'),
];
const find = twinFinder(known);

test('a post is found by our name, the publisher’s, or its link', () => {
  assert.equal(find(item({ identity: 'g:2\na.example/deux' }))?.title, 'Deux');
  assert.equal(find(item({ guid: '1', url: 'https://a.example/moved' }))?.title, 'One');
  assert.equal(find(item({ url: 'https://a.example/three' }))?.title, 'Three');
  assert.equal(find(item({ url: 'http://a.example/one#x' }))?.title, 'One');
});

test('a name or link that several bear wants the title to agree', () => {
  assert.equal(find(item({ guid: '2' })), undefined);
  assert.equal(find(item({ guid: '2', title: ' two ' }))?.title, 'Two');
  assert.equal(find(item({ url: 'https://a.example/' })), undefined);
  assert.equal(find(item({ url: 'https://a.example/', title: 'Note' }))?.title, 'Note');
});

test('another guid at the same link is another post, unless it has the same title', () => {
  assert.equal(find(item({ guid: '9', url: 'https://a.example/one', title: 'New one' })), undefined);
  assert.equal(find(item({ guid: '9', url: 'https://a.example/one', title: 'One' }))?.title, 'One');
});

test('a post without a link of its own is not taken for another one of the site', () => {
  assert.equal(find(item({ identity: 't:xyz', url: 'https://a.example/', title: 'Note' })), undefined);
});

test('a post without a link of its own is not meant by an item at the site, unless it has the same title', () => {
  const one = twinFinder([post('t:abc', 'https://a.example/', 'Note')]);
  assert.equal(one(item({ url: 'https://a.example/', title: 'The site itself' })), undefined);
  assert.equal(one(item({ url: 'https://a.example/', title: 'note' }))?.title, 'Note');
});

test('of two posts with one name and one title none is taken', () => {
  const two = twinFinder(
    ['one', 'two'].map((page) => post(`g:2\na.example/${page}`, `https://a.example/${page}`, 'Two')),
  );
  assert.equal(two(item({ guid: '2', title: 'Two' })), undefined);
});

test('a post whose guid is its link is looked up for an item that has the link alone', () => {
  const names = identitiesOfItems([item({ url: 'https://a.example/one' })]);
  assert.ok(names.includes('g:https://a.example/one'));
});

test('imported posts of several places of a page are several', () => {
  const names = ['#v1', '#v2', ''].map((place) =>
    identityOfItem(item({ url: `https://a.example/log${place}` })),
  );
  assert.deepEqual(names, ['u:a.example/log#v1', 'u:a.example/log#v2', 'u:a.example/log']);
});

test('a post at another place of the page is another post', () => {
  const log = twinFinder([
    post('u:a.example/log#v1', 'https://a.example/log#v1', 'Version 1'),
    post('u:a.example/log#v2', 'https://a.example/log#v2', 'Version 2'),
  ]);
  assert.equal(log(item({ url: 'https://a.example/log#v2' }))?.title, 'Version 2');
  assert.equal(log(item({ url: 'https://a.example/log#v3' })), undefined);
});

test('a link without what counts visitors means the post of the same title that has it', () => {
  const link = 'https://a.example/read?utm_source=rss&p=7&a=1&fbclid=x';
  const one = twinFinder([post('g:7', link, 'Seven'), post('g:8', 'https://a.example/read?p=8', 'Seven')]);
  assert.equal(one(item({ url: 'https://www.a.example/read?a=1&p=7', title: 'seven' }))?.identity, 'g:7');
  assert.equal(one(item({ url: 'https://a.example/read?a=1&p=7', title: 'Another' })), undefined);
  assert.equal(one(item({ url: 'https://a.example/read?p=9', title: 'Seven' })), undefined);
  assert.equal(one(item({ url: 'https://a.example/read', title: 'Seven' })), undefined);
  const all = twinFinder([post('g:7', 'https://a.example/seven/?utm_source=rss', 'Seven')]);
  assert.equal(all(item({ url: 'https://a.example/seven/', title: 'Seven' }))?.identity, 'g:7');
});
