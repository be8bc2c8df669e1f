// The service, as every app sees it; the only difference is that the browser's session identifies the person.
import { type Client, ContractError, CourantError, createClient, NetworkError } from '@courant/client';
import { refusalText, speaksEnglish } from '../texts/translate.ts';
import { takeEarly } from './early.ts';
import { endFirstPages } from './first-page.ts';
import { leadsToSignIn } from './led-to-sign-in.ts';
import { isOnline } from './reached.ts';
import { isReplaced, thisPage } from './signed-in.ts';

export const service: Client = createClient({
  baseUrl: location.origin,
  // Publishers learn nothing about readers: their pictures come through the service.
  images: 'proxied',
  fetch: async (url, init) => {
    // Whoever has signed in would get this person's marks.
    if (isReplaced()) return leave('/unread');
    const { session } = thisPage;
    const response = await (takeEarly(url) ?? fetch(url, { ...init, credentials: 'same-origin' }));
    // What a proxy answers in its place has none. The next try to catch up may be a minute away.
    if (response.headers.has('x-request-id')) isOnline.value = true;
    if (response.status === 401 && session === thisPage.session && leadsToSignIn(response)) signInAgain();
    return response;
  },
});

/** Whether trying again later may help: anything but a refusal of the service itself, which bears an id; a proxy says 404 while it has none behind it. */
export function isPassing(error: unknown): boolean {
  return (
    !(error instanceof CourantError && error.requestId) ||
    error.status >= 500 ||
    [401, 408, 429].includes(error.status)
  );
}

/**
 * What to tell a person about a failure: in English the service's own words if it has answered, in other languages the text for its `reason`,
 * or at least for the kind of refusal.
 */
export function wordsOf(error: unknown): string {
  const own =
    error instanceof CourantError ? error.error : error instanceof Error ? error.message : String(error);
  // Its own message is for those who write apps.
  if (isAway(error)) return refusalText('network') ?? own;
  if (!(error instanceof CourantError) || speaksEnglish()) return own;
  return refusalText(error.reason ?? '') ?? refusalText(kindOf(error.status)) ?? own;
}

/** Whether the service itself has answered, though it refuses or cannot do it. */
export function hasAnswered(error: unknown): boolean {
  return error instanceof CourantError && !isAway(error);
}

/** Whether the service was not reached, or something else has answered that has none behind it: a proxy, or a network which wants a sign-in. */
function isAway(error: unknown): boolean {
  if (!(error instanceof CourantError))
    return error instanceof NetworkError || error instanceof ContractError;
  return !error.requestId && ([401, 404].includes(error.status) || error.status >= 500);
}

function kindOf(status: number): string {
  if (status >= 500) return 'fault';
  return { 403: 'forbidden', 404: 'missing', 410: 'missing', 429: 'too-many' }[status] ?? 'other';
}

let isLeaving = false;

/** Ends the session by `end`: signs out, or deletes the account. Meanwhile a 401 to another request must not lead the page to the sign-in before it has forgotten everything. */
export async function endSession(end: () => Promise<void>): Promise<void> {
  beginLeaving();
  try {
    await end();
  } catch (error) {
    // The session was over before.
    if (error instanceof CourantError && error.status === 401) return;
    isLeaving = false;
    throw error;
  }
}

/** The session is over: the sign-in page leads back here. */
function signInAgain(): void {
  void leave(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Goes to a page that begins anew, and keeps no more of what this one shows, not even for the way back. Never resolves. */
function leave(address: string): Promise<never> {
  if (!isLeaving) {
    beginLeaving();
    // Somebody may have signed out in another page.
    endFirstPages();
    location.replace(address);
  }
  return new Promise(() => {});
}

/** Browsers keep a document for the way back to an address that it had before: shown again, it asks the service for itself. */
function beginLeaving(): void {
  isLeaving = true;
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
