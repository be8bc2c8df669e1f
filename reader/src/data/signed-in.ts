// Who has signed in in this browser: the sign-in leaves the account's id in a cookie, so nobody need wait for the service to know it.

/** Of whom this page shows and sends something, as far as that is known. */
export const copy: { owner: number | undefined } = { owner: undefined };

/** Whether somebody else than this page is for has signed in meanwhile, in another page. */
export function isReplaced(): boolean {
  return copy.owner !== undefined && isOthers(copy.owner);
}

/** Whether what is kept of an account is of somebody else. False where nobody has signed in since that cookie exists. */
export function isOthers(owner: number | undefined): boolean {
  // Services on other ports of the host have their cookies in the same place.
  const [, signedIn] = new RegExp(`account${location.port}=(\\d+)`).exec(document.cookie) ?? [];
  return signedIn !== undefined && Number(signedIn) !== owner;
}
