// Every address of the reader, as patterns: the service answers them with the shell, and the service worker does so offline.

/** Streams, with or without an open item. `:id` is a number. */
const streamPaths = ['/unread', '/starred', '/everything', '/feeds/:id', '/groups/:id', '/search'];

/** Screens that are no stream; `screens.ts` has their components, and `title.ts` their titles. */
export const screenPaths = [
  '/feeds',
  '/add',
  '/manage',
  '/feeds/:id/about',
  '/import',
  '/history',
  '/settings',
  '/settings/:section',
  '/admin',
  '/admin/:section',
] as const;

export type ScreenPath = (typeof screenPaths)[number];

export const shellPaths = [
  ...streamPaths,
  ...streamPaths.map((path) => `${path}/items/:item`),
  '/items/:item',
  ...screenPaths,
];
