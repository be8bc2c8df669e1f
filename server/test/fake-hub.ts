// A WebSub hub for tests: part of the fake web, it records the requests that it gets, and calls the house as a hub would.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { FakeAnswer } from './fake-web.ts';
import { publicUrl, type TestHouse } from './house.ts';

export interface FakeHub {
  readonly url: string;
  /** Every request, as its form. */
  readonly asked: HubRequest[];
  /** Its answer; default: 202. */
  answer: FakeAnswer;
  /** Whether it verifies at once, before it answers. */
  verifiesAtOnce: boolean;
  leaseSeconds: number;
  /** The answers to verifications that it made by itself. */
  readonly verified: { status: number; body: string }[];
  /** Calls the callback of the last request; `fields` override its parameters. */
  verify(fields?: Record<string, string>, callback?: string): Promise<Response>;
  /** Sends a push, signed by default, and waits until it has been processed. */
  push(body: string, how?: PushOptions): Promise<Response>;
}

interface HubRequest {
  at: number;
  mode: string;
  topic: string;
  callback: string;
  secret: string | null;
  form: URLSearchParams;
}

interface PushOptions {
  method?: string;
  /** Null: no signature. */
  signature?: string | null;
  callback?: string;
  type?: string;
}

export function fakeHub(house: TestHouse, url = 'https://hub.example/'): FakeHub {
  const last = (): HubRequest => {
    const request = hub.asked.at(-1);
    assert.ok(request, 'The hub was never asked');
    return request;
  };
  const pathOf = (callback: string): string => callback.replace(publicUrl, '');
  const hub: FakeHub = {
    url,
    asked: [],
    answer: { status: 202 },
    verifiesAtOnce: true,
    leaseSeconds: 864_000,
    verified: [],
    verify(fields = {}, callback = last().callback) {
      const { mode, topic } = last();
      const query = new URLSearchParams({
        'hub.mode': mode,
        'hub.topic': topic,
        'hub.challenge': 'a <b> & c',
        'hub.lease_seconds': String(hub.leaseSeconds),
        ...fields,
      });
      return house.ask(`${pathOf(callback)}?${query}`);
    },
    async push(body, how = {}) {
      const { callback = last().callback, method = 'sha256', type = 'application/rss+xml' } = how;
      const hmac = createHmac(method, last().secret ?? 'none').update(body);
      const { signature = `${method}=${hmac.digest('hex')}` } = how;
      const headers = { 'Content-Type': type, ...(signature !== null && { 'X-Hub-Signature': signature }) };
      const response = await house.ask(pathOf(callback), { method: 'POST', headers, body });
      for (let turn = 0; turn < 3; turn++) await house.clock.settle();
      return response;
    },
  };
  house.web.serve(url, async ({ at, method, body, headers }) => {
    assert.equal(method, 'POST');
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
    hub.asked.push(readRequest(at, new URLSearchParams(body)));
    if (hub.verifiesAtOnce && (hub.answer.status ?? 200) < 300) {
      const answer = await hub.verify();
      hub.verified.push({ status: answer.status, body: await answer.text() });
    }
    return hub.answer;
  });
  return hub;
}

function readRequest(at: number, form: URLSearchParams): HubRequest {
  return {
    at,
    mode: form.get('hub.mode') ?? '',
    topic: form.get('hub.topic') ?? '',
    callback: form.get('hub.callback') ?? '',
    secret: form.get('hub.secret'),
    form,
  };
}
