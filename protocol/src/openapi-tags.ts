/** The tags in the OpenAPI document, by which programs that show it or generate code from it group the operations. */

import type { Endpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

const descriptions = {
  instance: 'What the service is, and which extensions it has.',
  groups: 'Groups of feeds, and their items.',
  feeds: 'Following and unfollowing feeds, and their items.',
  items: 'Lists of items, and marking them read or unread.',
  oauth: 'Registering an app, and signing in with OAuth 2.',
  'app.courant.sync': 'Keep a copy: changes since a cursor, snapshots, counts, a stream of events.',
  'app.courant.items': 'Stars, tags, and marking in bulk.',
  'app.courant.journal': 'What was done in bulk, removed or imported, and undoing it.',
  'app.courant.feeds': 'Titles, order and intervals of feeds and groups; previews; activity.',
  'app.courant.playback': 'Positions in audio and video.',
  'app.courant.health': 'How feeds are doing, and repairing them.',
  'app.courant.search': 'Full-text search.',
  'app.courant.transfer': 'Import and export.',
  'app.courant.full-text': 'The whole article where a feed gives only its beginning.',
  'app.courant.retention': 'How long items are kept.',
  'app.courant.app-passwords': 'For a signed-in browser: passwords for Google Reader and Fever apps.',
  'app.courant.images': 'Pictures through the service.',
  'app.courant.account':
    'Who the user is; for a signed-in browser: passwords, passkeys, codes, sessions, apps.',
  'app.courant.admin': 'For a signed-in administrator: accounts, invitations, the instance.',
};

/** All tags; those of extensions lead to their pages on the service at `url`. */
export function tags(url: string): Json[] {
  return Object.entries(descriptions).map(([name, description]) => ({
    name,
    description,
    ...(name.startsWith('app.') ? { externalDocs: { url: `${url}/about/extensions/${name}` } } : {}),
  }));
}

/** The extension, or what a path of the basic API is about. */
export function tagOf({ path }: Endpoint): string {
  const [, extension, subject] = /^\/api\/(app\.[^/]+\/)?v1\/([^/]+)/.exec(path) ?? [];
  if (extension !== undefined) return extension.slice(0, -1);
  return subject === undefined || subject === 'register' ? 'oauth' : subject;
}
