// Who has signed in in this browser: the sign-in leaves the account's id in a cookie, so nobody need wait for the service to know it.

/** Whether what is kept of an account is of somebody else. False where nobody has signed in since that cookie exists. */
export function isOthers(owner: number | undefined): boolean {
  const [, signedIn] = /(?:^|; )account=(\d+)/.exec(document.cookie) ?? [];
  return signedIn !== undefined && Number(signedIn) !== owner;
}
