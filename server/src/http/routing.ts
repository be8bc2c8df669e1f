// What a door consists of: a table of routes, and the way in which its protocol refuses.
import type { Refusal } from '../model/refusal.ts';
import type { Asked } from './asked.ts';

/** A request while it is being handled. */
export interface Call {
  request: Asked;
  url: URL;
  /** The named parts of the path, percent-decoded. */
  params: Record<string, string>;
  requestId: string;
  /** The client's address. */
  address: string;
  /** Whether the client's side of the connection is encrypted. */
  secure: boolean;
}

/** Reads, acts, presents. Throws what the caller did wrong as a Refusal, which the door expresses in its protocol. */
export type Handler = (call: Call) => Promise<Response> | Response;

export interface Route {
  method: 'GET' | 'POST';
  /**
   * Starts with a slash; `:name` where a part varies; `*` at the end where any number of parts may follow, still encoded (the handler finds
   * them in the URL). A trailing slash makes no difference.
   */
  path: string;
  handle: Handler;
}

/** One protocol. */
export interface Door {
  name: string;
  routes: readonly Route[];
  /** Whether pages of other origins may call it: only where cookies do not authenticate them. */
  crossOrigin: boolean;
  /** For paths that apps may call by several names: the one in the table. */
  listedAs?(path: string): string;
  /** Whether this protocol answers for an unknown path. */
  owns(path: string): boolean;
  refuse(refusal: Refusal, call: Call): Promise<Response> | Response;
  /** The answer to a fault of ours: it gives the request id and no internals. */
  fail(call: Call, fault: 'broken' | 'unavailable'): Promise<Response> | Response;
}

/** A door without its table: which paths are its own, and how its protocol refuses. */
export type Tongue = Omit<Door, 'routes' | 'listedAs'>;

type Match =
  | { kind: 'route'; door: Door; route: Route; params: Record<string, string> }
  | { kind: 'other-method'; door: Door; allow: string }
  | { kind: 'unknown' };

/** Builds the route finder. Fixed parts win over named ones: `/items/read` is not an item. */
export function openRouter(doors: readonly Door[]): (method: string, path: string) => Match {
  const root = branch();
  for (const door of doors) for (const route of door.routes) plant(root, door, route);
  return (method, path) => {
    const found = walk(root, partsOf(path), 0, []) ?? byOtherName(root, doors, path);
    if (!found) return { kind: 'unknown' };
    // RFC 9110 §9.3.2: HEAD is GET without the body.
    const leaf = found.leaves.get(method === 'HEAD' ? 'GET' : method);
    if (leaf) return { kind: 'route', ...leaf, params: namedParts(leaf.route, found.values) };
    const [first] = found.leaves.values();
    if (!first) return { kind: 'unknown' };
    return { kind: 'other-method', door: first.door, allow: allowedMethods([...found.leaves.keys()]) };
  };
}

interface Branch {
  fixed: Map<string, Branch>;
  named: Branch | undefined;
  /** Where `*` leads: whatever else follows. */
  rest: Branch | undefined;
  leaves: Map<string, { door: Door; route: Route }>;
}

function branch(): Branch {
  return { fixed: new Map(), named: undefined, rest: undefined, leaves: new Map() };
}

function plant(root: Branch, door: Door, route: Route): void {
  let at = root;
  for (const part of partsOf(route.path)) at = nextBranch(at, part);
  if (at.leaves.has(route.method)) throw new Error(`Two routes serve ${route.method} ${route.path}`);
  at.leaves.set(route.method, { door, route });
}

function nextBranch(at: Branch, part: string): Branch {
  if (part === '*') {
    at.rest ??= branch();
    return at.rest;
  }
  return part.startsWith(':') ? namedBranch(at) : fixedBranch(at, part);
}

function fixedBranch(at: Branch, part: string): Branch {
  const known = at.fixed.get(part);
  if (known) return known;
  const fresh = branch();
  at.fixed.set(part, fresh);
  return fresh;
}

function namedBranch(at: Branch): Branch {
  at.named ??= branch();
  return at.named;
}

interface Found {
  leaves: Branch['leaves'];
  values: string[];
}

function walk(at: Branch, parts: readonly string[], index: number, values: string[]): Found | undefined {
  const part = parts[index];
  if (part === undefined && at.leaves.size > 0) return { leaves: at.leaves, values };
  if (part === undefined) return at.rest && { leaves: at.rest.leaves, values };
  const fixed = at.fixed.get(part);
  const found = fixed && walk(fixed, parts, index + 1, values);
  if (found) return found;
  const named = at.named && walk(at.named, parts, index + 1, [...values, part]);
  return named ?? (at.rest && { leaves: at.rest.leaves, values });
}

function byOtherName(root: Branch, doors: readonly Door[], path: string): Found | undefined {
  for (const door of doors) {
    const listed = door.listedAs?.(path) ?? path;
    const found = listed === path ? undefined : walk(root, partsOf(listed), 0, []);
    if (found) return found;
  }
  return undefined;
}

function partsOf(path: string): string[] {
  const start = path.startsWith('/') ? 1 : 0;
  const end = path.length - (path.length > start && path.endsWith('/') ? 1 : 0);
  return path.slice(start, end).split('/');
}

function namedParts(route: Route, values: readonly string[]): Record<string, string> {
  if (values.length === 0) return {};
  const names = partsOf(route.path).filter((part) => part.startsWith(':'));
  return Object.fromEntries(names.map((name, index) => [name.slice(1), decoded(values[index] ?? '')]));
}

/** A badly encoded path names nothing, but must not become a fault of ours. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function allowedMethods(methods: readonly string[]): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}
