// Addresses ↔ what they show.
import type { Stream } from '../data/stream.ts';
import { type ScreenPath, screenPaths } from '../paths.ts';

export type Route =
  | { kind: 'stream'; stream: Stream; itemId: number | undefined }
  | { kind: 'screen'; path: ScreenPath; params: Readonly<Record<string, string>> }
  | { kind: 'nowhere' };

export function routeOf({ pathname, search }: { pathname: string; search: string }): Route {
  const path = pathname.replace(/\/+$/, '') || '/unread';
  for (const pattern of screenPaths) {
    const params = match(pattern, path);
    if (params) return { kind: 'screen', path: pattern, params };
  }
  const [, start = '', item] = /^(.*?)(?:\/items\/(\d+))?$/.exec(path) ?? [];
  const stream = start === '' ? ({ kind: 'everything' } as const) : streamOf(start, search);
  if (stream === undefined || (start === '' && item === undefined)) return { kind: 'nowhere' };
  return { kind: 'stream', stream, itemId: item === undefined ? undefined : Number(item) };
}

/** The address of a stream, or of an item in it. */
export function pathOf(stream: Stream, itemId?: number): string {
  const item = itemId === undefined ? '' : `/items/${itemId}`;
  switch (stream.kind) {
    case 'feed':
      return `/feeds/${stream.id}${item}`;
    case 'group':
      return `/groups/${stream.id}${item}`;
    case 'search':
      return `/search${item}?q=${encodeURIComponent(stream.words)}`;
    default:
      return `/${stream.kind}${item}`;
  }
}

function streamOf(path: string, search: string): Stream | undefined {
  const [, kind = '', id] = /^\/([a-z]+)(?:\/(\d+))?$/.exec(path) ?? [];
  if (kind === 'feeds' && id) return { kind: 'feed', id: Number(id) };
  if (kind === 'groups' && id) return { kind: 'group', id: Number(id) };
  if (id !== undefined) return undefined;
  if (kind === 'search') return { kind: 'search', words: new URLSearchParams(search).get('q') ?? '' };
  return kind === 'unread' || kind === 'starred' || kind === 'everything' ? { kind } : undefined;
}

/** A decoded part of an address; as written when it cannot be decoded (`50%-off`). */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (name === ':id' && !/^\d+$/.test(part)) return undefined;
    if (name.startsWith(':')) params[name.slice(1)] = decoded(part);
    else if (name !== part) return undefined;
  }
  return params;
}
