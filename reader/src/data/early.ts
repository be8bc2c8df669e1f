// Requests what a first visit needs while the script is still loading. It is inlined in the shell: keep it small.
import { cursorPatienceMs, earlyPatienceMs, firstPageItems } from './limits.ts';

type Answers = Map<string, Promise<Response>>;

/** Whether it was known where the change feed begins before the first list was asked for. */
export type EarlyCursor = { hasCursor?: boolean };

const headers = { accept: 'application/json', prefer: 'images=proxied' };

/** Asks for the first list and for what is shown around it; `takeEarly` hands out the answers. */
export function askEarly(path: string): void {
  const answers: Answers = new Map();
  const ask = (address: string, after?: Promise<unknown>): Promise<Response> => {
    const send = async (): Promise<Response> => {
      await after;
      // Who takes it waits for no longer, and cannot say so to a request that is under way.
      const signal = AbortSignal.timeout(earlyPatienceMs);
      return fetch(address, { headers, credentials: 'same-origin', signal });
    };
    const answer = send();
    answers.set(address, answer);
    // Whoever takes the answer handles its failure.
    answer.catch(() => {});
    return answer;
  };
  (globalThis as { early?: Answers }).early = answers;
  ask('/api/app.courant.account/v1/me');
  const cursor = ask('/api/app.courant.sync/v1/changes');
  // After the cursor, so that the change feed tells what changes in between.
  const list = listOf(path);
  if (list !== undefined) ask(list, unlessSlow(cursor));
  ask('/api/v1/feeds', cursor);
  ask('/api/v1/groups', cursor);
}

/** Nobody waits for rows because of a cursor that does not come: what is listed before is asked for once more (`sync.ts`). */
async function unlessSlow(cursor: Promise<Response>): Promise<void> {
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, cursorPatienceMs));
  const answer = await Promise.race([cursor, slow]);
  (globalThis as EarlyCursor).hasCursor = answer?.ok ?? false;
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
