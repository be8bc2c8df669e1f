// What a first visit needs of the service, asked for while the script is still on its way. It stands in the shell: keep it small.
import { firstPageItems } from './limits.ts';

type Answers = Map<string, Promise<Response>>;

const headers = { accept: 'application/json', prefer: 'images=proxied' };

/** Asks for the first list and for what stands around it; `takeEarly` gives the answers to whoever asks next. */
export function askEarly(path: string): void {
  const answers: Answers = new Map();
  const ask = (address: string): Promise<Response> => {
    const answer = fetch(address, { headers, credentials: 'same-origin' });
    answers.set(address, answer);
    // Whoever takes it is told.
    answer.catch(() => {});
    return answer;
  };
  (globalThis as { early?: Answers }).early = answers;
  ask('/api/app.courant.account/v1/me');
  const cursor = ask('/api/app.courant.sync/v1/changes');
  // Behind the cursor: what changes between the two is told then.
  const afterwards = [listOf(path), '/api/v1/feeds', '/api/v1/groups'].filter((each) => each !== undefined);
  for (const address of afterwards) {
    const answer = cursor.then(() => fetch(address, { headers, credentials: 'same-origin' }));
    answer.catch(() => {});
    answers.set(address, answer);
  }
}

/** The answer to a question that was asked early, once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const { early } = globalThis as { early?: Answers };
  const address = url.slice(location.origin.length);
  const answer = early?.get(address);
  early?.delete(address);
  return answer;
}

/** Nobody needs the rest any more, and by now it is old. */
export function forgetEarly(): void {
  delete (globalThis as { early?: Answers }).early;
}

/** The first page of the list at an address of the reader, as it is asked for where nothing was chosen (`openView`). */
function listOf(path: string): string | undefined {
  const [, kind = '', id] =
    /^\/(unread|everything|feeds|groups)(?:\/(\d+))?(?:\/items\/\d+)?$/.exec(path) ?? [];
  if (kind === 'unread') return `/api/v1/items?limit=${firstPageItems}&only=unread`;
  if (kind === 'everything') return `/api/v1/items?limit=${firstPageItems}`;
  return id === undefined ? undefined : `/api/v1/${kind}/${id}/items?limit=${firstPageItems}&only=unread`;
}
