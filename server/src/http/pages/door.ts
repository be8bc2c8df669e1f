// Builds a door of pages: its paths with their handlers, and refusals that are pages as well.
import { readLanguage } from '../cookies.ts';
import type { Call, Door, Route } from '../routing.ts';
import { fail, refuse } from './errors.ts';
import type { Front } from './house.ts';
import { type Voice, voiceFor } from './texts/voice.ts';

/** Gets what the door was opened with, and a voice in the caller's language. */
type Handler<Own extends Front> = (house: Own & Voice, call: Call) => Promise<Response> | Response;

export type PageRoute<Own extends Front> = readonly [
  method: Route['method'],
  path: string,
  handle: Handler<Own>,
];

interface Paths<Own extends Front> extends Pick<Door, 'name' | 'owns'> {
  routes: readonly PageRoute<Own>[];
}

export function doorOf<Own extends Front>(premises: Own, { name, owns, routes }: Paths<Own>): Door {
  const houseFor = async (call: Call): Promise<Own & Voice> => ({
    ...premises,
    ...(await voiceFor(call.request.headers.get('Accept-Language'), readLanguage(call))),
  });
  return {
    name,
    crossOrigin: false,
    owns,
    refuse: async (refusal, call) => refuse(await houseFor(call), refusal),
    fail: async (call, fault) => fail(await houseFor(call), call, fault),
    routes: routes.map(([method, path, handle]) => ({
      method,
      path,
      handle: async (call) => handle(await houseFor(call), call),
    })),
  };
}
