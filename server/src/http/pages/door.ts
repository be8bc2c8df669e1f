// A door of pages: what each of its paths is answered by, and that a refusal is a page too.
import type { Call, Door, Route } from '../routing.ts';
import { fail, refuse } from './errors.ts';
import type { House } from './house.ts';

type Handler<OwnHouse> = (house: OwnHouse, call: Call) => Promise<Response> | Response;

interface Paths<OwnHouse> extends Pick<Door, 'name' | 'owns'> {
  routes: readonly [method: Route['method'], path: string, handle: Handler<OwnHouse>][];
}

export function doorOf<OwnHouse extends House>(
  house: OwnHouse,
  { name, owns, routes }: Paths<OwnHouse>,
): Door {
  return {
    name,
    crossOrigin: false,
    owns,
    refuse: (refusal) => refuse(house, refusal),
    fail: (call, fault) => fail(house, call, fault),
    routes: routes.map(([method, path, handle]) => ({ method, path, handle: (call) => handle(house, call) })),
  };
}
