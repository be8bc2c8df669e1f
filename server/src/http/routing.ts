// What a door is made of: a table of routes, and the tongue in which it refuses.
import type { Refusal } from '../model/refusal.ts';

/** A request on its way through the house. */
export interface Call {
  request: Request;
  url: URL;
  /** The named parts of the path, percent-decoded. */
  params: Record<string, string>;
  requestId: string;
  /** The address that the request came from. */
  address: string;
  /** Whether the person's side of the connection is encrypted. */
  secure: boolean;
}

/** Reads, acts, presents. What the caller did wrong is thrown as a Refusal; the door puts it into its tongue. */
export type Handler = (call: Call) => Promise<Response> | Response;

export interface Route {
  method: 'GET' | 'POST';
  /** Beginning with a slash, `:name` where a part varies. With or without a last slash it is the same route. */
  path: string;
  handle: Handler;
}

/** One protocol. */
export interface Door {
  name: string;
  routes: readonly Route[];
  /** Whether pages of other origins may call it: only where no cookie counts for them. */
  crossOrigin: boolean;
  /** Whether an unknown path is this protocol's to refuse. */
  owns(path: string): boolean;
  refuse(refusal: Refusal, call: Call): Response;
  /** What is told of a fault of ours: the request id and nothing of the inside. */
  fail(call: Call, fault: 'broken' | 'unavailable'): Response;
}

export type Match =
  | { kind: 'route'; door: Door; route: Route; params: Record<string, string> }
  | { kind: 'other-method'; door: Door; allow: string }
  | { kind: 'unknown' };

/** Builds the finder of routes. Fixed parts win over named ones: `/items/read` is not an item. */
export function openRouter(doors: readonly Door[]): (method: string, path: string) => Match {
  const root = branch();
  for (const door of doors) for (const route of door.routes) plant(root, door, route);
  return (method, path) => {
    const found = walk(root, partsOf(path), 0, []);
    if (!found) return { kind: 'unknown' };
    // RFC 9110 §9.3.2: HEAD is GET without the content.
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
  leaves: Map<string, { door: Door; route: Route }>;
}

function branch(): Branch {
  return { fixed: new Map(), named: undefined, leaves: new Map() };
}

function plant(root: Branch, door: Door, route: Route): void {
  let at = root;
  for (const part of partsOf(route.path)) at = part.startsWith(':') ? namedBranch(at) : fixedBranch(at, part);
  if (at.leaves.has(route.method)) throw new Error(`Two routes serve ${route.method} ${route.path}`);
  at.leaves.set(route.method, { door, route });
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

function walk(
  at: Branch,
  parts: readonly string[],
  index: number,
  values: string[],
): { leaves: Branch['leaves']; values: string[] } | undefined {
  const part = parts[index];
  if (part === undefined) return at.leaves.size > 0 ? { leaves: at.leaves, values } : undefined;
  const fixed = at.fixed.get(part);
  const found = fixed && walk(fixed, parts, index + 1, values);
  if (found || !at.named) return found;
  return walk(at.named, parts, index + 1, [...values, part]);
}

function partsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function namedParts(route: Route, values: readonly string[]): Record<string, string> {
  const names = partsOf(route.path).filter((part) => part.startsWith(':'));
  return Object.fromEntries(names.map((name, index) => [name.slice(1), decoded(values[index] ?? '')]));
}

/** A path that is badly encoded names nothing; it is not our fault. */
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
