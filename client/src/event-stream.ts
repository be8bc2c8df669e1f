/** A stream of server-sent events: opens it, reads it event by event, and notices when it is dead. */

import type { EndpointName } from '@courant/protocol';
import { ContractError, NetworkError } from './errors.ts';
import { type Call, failureOf, request, type TransportOptions } from './transport.ts';

export type ServerEvent = { id: string; data: string };

export type Open = <Name extends EndpointName>(call: Call<Name>) => Promise<AsyncIterable<ServerEvent>>;

/** Returns the function that opens streams of one service. Its promise resolves when the service begins to answer. */
export function createOpener(options: TransportOptions): Open {
  return async (call) => {
    const silence = createSilence(options.timeoutMs);
    const signals = call.signal === undefined ? [silence.signal] : [call.signal, silence.signal];
    const signal = AbortSignal.any(signals);
    const unreachable = (cause: unknown): NetworkError => {
      silence.end();
      call.signal?.throwIfAborted();
      return new NetworkError(`Cannot reach ${options.baseUrl}`, { cause });
    };
    const response = await request(options, {
      ...call,
      signal,
      accept: 'text/event-stream',
      // Firefox holds back a second request for what may be cached until the first is answered whole: two tabs that follow from the
      // same cursor, and the second would hear nothing.
      cache: 'no-store',
    }).catch((cause) => {
      throw unreachable(cause);
    });
    try {
      if (!response.ok) throw await failureOf(options, call.name, response);
      const check = await checkOf(options, call.name, response);
      return read(response, { silence, unreachable, check });
    } catch (error) {
      silence.end();
      throw error;
    }
  };
}

type Silence = ReturnType<typeof createSilence>;

/** Aborts `signal` when nothing has been received for `timeoutMs`. */
function createSilence(timeoutMs: number) {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error(`Nothing was heard for ${timeoutMs} ms`));
  let timer = setTimeout(abort, timeoutMs);
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(abort, timeoutMs);
    },
    /** Nobody listens any more; an open connection is closed. */
    end() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

async function* read(
  response: Response,
  {
    silence,
    unreachable,
    check,
  }: { silence: Silence; unreachable: (cause: unknown) => Error; check: (data: string) => void },
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = response.body?.getReader();
  const parse = createEventParser();
  const decoder = new TextDecoder();
  try {
    while (reader) {
      const { done, value } = await reader.read().catch((cause) => {
        throw unreachable(cause);
      });
      if (done) return;
      silence.heard();
      for (const event of parse(decoder.decode(value, { stream: true }))) {
        check(event.data);
        yield event;
      }
    }
  } finally {
    silence.end();
  }
}

async function checkOf(
  { validate }: TransportOptions,
  name: EndpointName,
  response: Response,
): Promise<(data: string) => void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new ContractError(`Cannot read the answer of ${response.url}: it is no stream of events`);
  }
  if (!validate) return () => {};
  const { holdAgainstContract, holdEventAgainstContract } = await import('./validation.ts');
  holdAgainstContract(name, response, '');
  return (data) => holdEventAgainstContract(name, data);
}

/** Takes text as it arrives and returns the events that it completes (HTML, section Server-sent events). */
export function createEventParser(): (text: string) => ServerEvent[] {
  let rest = '';
  let id = '';
  let data: string[] = [];
  return (text) => {
    const events: ServerEvent[] = [];
    // A carriage return at the end may still be followed by its line feed.
    const lines = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ id, data: data.join('\n') });
        data = [];
      }
      const [, field = '', value = ''] = /([^:]*):? ?(.*)/s.exec(line) ?? [];
      if (field === 'data') data.push(value);
      if (field === 'id') id = value;
    }
    return events;
  };
}
