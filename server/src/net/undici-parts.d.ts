// The parts of undici that this room runs. Taken whole it is fetch, caches, web sockets and mocks as well: 14 MB more of the crawler's
// thread, and 90 ms more of its start. Its own types describe the whole only; the version is pinned, and the tests of this room use each.

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Agent } from 'undici';

  /** What the whole package makes a method of its agents. */
  function request(this: Agent, options: Parameters<Agent['request']>[0]): ReturnType<Agent['request']>;
  export = request;
}

declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici';
  export = errors;
}
