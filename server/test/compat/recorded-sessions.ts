// What two real apps were seen to send, request by request: Liferea 1.14.4 and newsboat 2.36 with `urls-source "freshrss"`.

export interface Step {
  /** Method and path, with placeholders for feeds and items: {feed1}, {item5} (long id in hex), {id5} (decimal). */
  send: string;
  body?: string;
  /** Whether the Authorization header is sent. */
  signed?: boolean;
  /** How the answer begins. */
  begins: string;
  /** The item that is changed, and its state afterwards. */
  leaves?: { item: number; read?: boolean; starred?: boolean } | { unread: readonly number[] };
}

const state = 'user/-/state/com.google';
const form = (name: string): string => encodeURIComponent(`${state}/${name}`);
const list: Step = {
  send: 'GET /reader/api/0/subscription/list?output=json',
  signed: true,
  begins: '{"subscriptions":[{"id":"feed/',
};
const token: Step = { send: 'GET /reader/api/0/token', signed: true, begins: '' };

export const newsboat: readonly Step[] = [
  {
    send: 'POST /accounts/ClientLogin',
    body: 'Email=ines&Passwd={password}&source=Newsboat%2F2.36.0',
    begins: 'SID=',
  },
  list,
  {
    send: `GET /reader/api/0/stream/contents/${state}/starred?n=50`,
    signed: true,
    begins: `{"direction":"ltr","id":"${state}/starred"`,
  },
  ...[1, 2, 3].map((feed) => ({
    send: `GET /reader/api/0/stream/contents/feed%2F{feed${feed}}?n=50`,
    signed: true,
    begins: `{"direction":"ltr","id":"feed/`,
  })),
  token,
  {
    send: 'POST /reader/api/0/edit-tag',
    body: `i=tag:google.com,2005:reader/item/{item1}&a=${state}/read&r=${state}/kept-unread&ac=edit&T={token}`,
    signed: true,
    begins: 'OK',
    leaves: { item: 1, read: true },
  },
  {
    send: 'POST /reader/api/0/edit-tag',
    body: `i=tag:google.com,2005:reader/item/{item1}&r=${state}/read&a=${state}/kept-unread&a=${state}/tracking-kept-unread&ac=edit&T={token}`,
    signed: true,
    begins: 'OK',
    leaves: { item: 1, read: false },
  },
  token,
  {
    send: 'POST /reader/api/0/edit-tag',
    body: `i=tag:google.com,2005:reader/item/{item12}&a=${state}/starred&ac=edit&T={token}`,
    signed: true,
    begins: 'OK',
    leaves: { item: 12, starred: true },
  },
  {
    send: 'POST /reader/api/0/mark-all-as-read',
    body: 's=feed/{feed2}&T={token}',
    signed: true,
    begins: 'OK',
    leaves: { unread: [1, 2, 3, 4, 9, 10, 11, 12] },
  },
  {
    send: 'POST /reader/api/0/mark-all-as-read',
    body: `s=${state}/starred&T={token}`,
    signed: true,
    begins: 'OK',
    leaves: { unread: [1, 2, 3, 4, 9, 10, 11] },
  },
  {
    send: 'POST /reader/api/0/mark-all-as-read',
    body: 's=feed/{feed1}&T={token}',
    signed: true,
    begins: 'OK',
    leaves: { unread: [9, 10, 11] },
  },
];

export const liferea: readonly Step[] = [
  {
    send: 'POST /accounts/ClientLogin',
    body: 'service=reader&Email=ines&Passwd={password}&source=liferea&continue=http://127.0.0.1:8099',
    begins: 'SID=',
  },
  list,
  ...[1, 3, 2].map((feed) => ({
    send: `GET /reader/api/0/stream/items/ids?s=feed%2F{feed${feed}}&client=liferea&n=50&output=json&merge=true`,
    signed: true,
    begins: '{"itemRefs":[{"id":"',
  })),
  {
    // Without the header: T holds the token from signing in.
    send: 'POST /reader/api/0/stream/items/contents',
    body: 'output=json&mediaRss=true&T={auth}&i={id1}&i={id2}&i={id3}&i={id4}',
    begins: `{"direction":"ltr","id":"${state}/reading-list"`,
  },
  token,
  {
    send: 'POST /reader/api/0/edit-tag?client=liferea',
    body: `i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{item5}&s=feed%2Fhttp%3A%2F%2Fb.example%2Ffeed&a=${form('read')}&ac=edit-tags&T={token}&async=true`,
    signed: true,
    begins: 'OK',
    leaves: { item: 5, read: true },
  },
  token,
  {
    send: 'POST /reader/api/0/edit-tag?client=liferea',
    body: `i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{item9}&s=feed%2Fhttp%3A%2F%2Fc.example%2Ffeed%3Fx%3D1%26y%3D2&a=${form('starred')}&ac=edit-tags&T={token}&async=true`,
    signed: true,
    begins: 'OK',
    leaves: { item: 9, starred: true },
  },
  list,
];
