// How and where a person signs in: passkeys, one-time codes, and signed-in browsers. All but passkeys works without scripts.
import {
  confirmByPassword,
  confirm as confirmSession,
  requireConfirmed,
} from '../../accounts/confirmation.ts';
import { sentAgainMs } from '../../accounts/limits.ts';
import * as passkeys from '../../accounts/passkeys.ts';
import * as codes from '../../accounts/second-factor.ts';
import { endOneSession, endOtherSessions } from '../../accounts/sessions.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Session } from '../../model/session.ts';
import type { User } from '../../model/user.ts';
import { attempt, removeIfThere } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { type Browser, readBrowser, readOwnForm } from './browser.ts';
import { goTo, goToSignIn } from './frame.ts';
import type { House } from './house.ts';
import { json, readCredential } from './passkey-forms.ts';
import { recoveryCodesPage, secretPage, securityPage } from './security-pages.ts';

const path = '/security';

/** What the forms of these pages act on: a signed-in person's call. */
interface Deed {
  house: House;
  call: Call;
  browser: Browser;
  session: Session;
  form: Record<string, string>;
}

export async function show(house: House, call: Call, refusal?: Refusal): Promise<Response> {
  const browser = await readBrowser(house.accounts, call);
  if (!browser.session) return goToSignIn(path);
  return securityPage(house, { browser, session: browser.session, refusal });
}

export const confirm = deed('confirm', async ({ house, call, browser, session, form }) => {
  const { password = '', code = '' } = form;
  const { address } = call;
  await confirmByPassword(house.accounts, session, { secret: browser.secret, password, code, address });
});

export const confirmWithPasskey = deed('confirm', async ({ house, call, browser, session, form }) => {
  const { secret } = browser;
  const asked = { browser: secret, credential: readCredential(form), address: call.address };
  const user = await passkeys.userOfPasskey(house.accounts, asked);
  if (user.id !== session.user.id)
    throw new Refusal('cannot', 'Cannot confirm: the passkey is of another account', {
      reason: 'passkey-of-another',
    });
  await confirmSession(house.accounts, { secret, userId: user.id, how: 'passkey' });
});

export const beginCodes = confirmedDeed('turn codes on', async ({ house, browser, session }) =>
  secretPage(house, { browser, ...(await codes.beginCodes(house.accounts, session.user, browser.secret)) }),
);

export const confirmCodes = confirmedDeed('turn codes on', async ({ house, browser, session, form }) => {
  const { user } = session;
  const shown = { browser: browser.secret, code: form.code ?? '' };
  const made = await attempt(() => codes.confirmCodes(house.accounts, user, shown));
  if (!(made instanceof Refusal)) return recoveryCodesPage(house, made);
  const again = await codesShownAgain(house, user, browser.secret);
  if (again) return recoveryCodesPage(house, again);
  // A session that was ended meanwhile must not see a secret that the owner has asked for since.
  const pending =
    made.code === 'unauthenticated' ? undefined : await codes.pendingCodes(house.accounts, user);
  if (!pending) throw made;
  return secretPage(house, { browser, ...pending, refusal: made });
});

export const removeCodes = confirmedDeed('turn codes off', async ({ house, browser, session }) => {
  await codes.removeCodes(house.accounts, session.user.id, browser.secret);
});

export const renewCodes = confirmedDeed('make recovery codes', async ({ house, browser, session }) =>
  recoveryCodesPage(house, await codes.renewRecoveryCodes(house.accounts, session.user.id, browser.secret)),
);

/** For the script: what a new passkey has to sign. */
export const askNewPasskey = confirmedDeed('add passkey', async ({ house, browser, session }) =>
  json(
    await passkeys.askForPasskey(house.accounts, session.user, {
      browser: browser.secret,
      instanceName: house.instance.name,
    }),
  ),
);

export const addPasskey = confirmedDeed('add passkey', async ({ house, browser, session, form }) => {
  const asked = { browser: browser.secret, credential: readCredential(form), name: form.name ?? '' };
  await passkeys.addPasskey(house.accounts, session.user, asked);
});

export const removePasskey = confirmedDeed('remove passkey', async ({ house, browser, form }) => {
  await removeIfThere(passkeys.removePasskey(house.accounts, browser.secret, form.id ?? ''));
});

export const endSession = deed('end session', async ({ house, browser, form }) => {
  await removeIfThere(endOneSession(house.accounts, browser.secret, form.id ?? ''));
});

export const endOthers = deed('end sessions', async ({ house, browser }) => {
  await endOtherSessions(house.accounts, browser.secret);
});

/** The recovery codes for a form that was sent twice: the browser has dropped the answer with the first ones, which nobody has seen. */
async function codesShownAgain(
  { accounts }: House,
  { id }: User,
  browser: string,
): Promise<string[] | undefined> {
  const { since } = await codes.codesOf(accounts, id);
  if (since === undefined || Math.abs(accounts.clock.now() - since) >= sentAgainMs) return undefined;
  return codes.renewRecoveryCodes(accounts, id, browser);
}

/** A page of its own, or undefined to go back to the first page. */
type Act = (deed: Deed) => Promise<Response | undefined>;

/** Handles a form of these pages: refusals are shown on the first page, and results can be seen there. */
function deed(action: string, act: Act): (house: House, call: Call) => Promise<Response> {
  return async (house, call) => {
    const { form, browser } = await readOwnForm(house.accounts, call, action);
    const { session } = browser;
    if (!session) return goToSignIn(path);
    const outcome = await attempt(() => act({ house, call, browser, session, form }));
    // The session is read again: it may have been ended meanwhile.
    return outcome instanceof Refusal ? show(house, call, outcome) : (outcome ?? goTo(path));
  };
}

/** The same for changes to who may sign in, which need a recent confirmation. */
function confirmedDeed(action: string, act: Act): ReturnType<typeof deed> {
  return deed(action, async (asked) => {
    requireConfirmed(asked.house.accounts, asked.session, action);
    return act(asked);
  });
}
