// Requests what a first visit needs while the script is still loading. It is inlined in the shell: keep it small.
import { firstPageItems } from './limits.ts';

type Answers = Map<string, Promise<Response>>;

const headers = { accept: 'application/json', prefer: 'images=proxied' };

/** Asks for the first list and for what is shown around it; `takeEarly` hands out the answers. */
export function askEarly(path: string): void {
  const answers: Answers = new Map();
  const ask = (address: string): Promise<Response> => {
    const answer = fetch(address, { headers, credentials: 'same-origin' });
    answers.set(address, answer);
    // Whoever takes the answer handles its failure.
    answer.catch(() => {});
    return answer;
  };
  (globalThis as { early?: Answers }).early = answers;
  ask('/api/app.courant.account/v1/me');
  const cursor = ask('/api/app.courant.sync/v1/changes');
  // Asked after the cursor, so that the change feed tells what changes in between.
  const afterwards = [listOf(path), '/api/v1/feeds', '/api/v1/groups'].filter((each) => each !== undefined);
  for (const address of afterwards) {
    const answer = cursor.then(() => fetch(address, { headers, credentials: 'same-origin' }));
    answer.catch(() => {});
    answers.set(address, answer);
  }
}

/** The answer to a request that was sent early; each is handed out once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const { early } = globalThis as { early?: Answers };
  const address = url.slice(location.origin.length);
  const answer = early?.get(address);
  early?.delete(address);
  return answer;
}

/** Drops answers that nobody has taken: they are outdated by now. */
export function forgetEarly(): void {
  delete (globalThis as { early?: Answers }).early;
}

/** The request for the first page of the list at an address of the reader, with the default order and filter (`openView`). */
function listOf(path: string): string | undefined {
  const [, kind = '', id] =
    /^\/(unread|everything|feeds|groups)(?:\/(\d+))?(?:\/items\/\d+)?$/.exec(path) ?? [];
  if (kind === 'unread') return `/api/v1/items?limit=${firstPageItems}&only=unread`;
  if (kind === 'everything') return `/api/v1/items?limit=${firstPageItems}`;
  return id === undefined ? undefined : `/api/v1/${kind}/${id}/items?limit=${firstPageItems}&only=unread`;
}
