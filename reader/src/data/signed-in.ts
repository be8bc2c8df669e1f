// Who has signed in in this browser: the sign-in leaves the account's id in a cookie, so nobody need wait for the service to know it.

/**
 * Of whom this page shows and sends something, as far as that is known, and in which session of theirs: NaN while it is being replaced, so
 * that a 401 to what was asked in the one before leads nowhere.
 */
export const thisPage: { owner: number | undefined; session: number } = { owner: undefined, session: 0 };

/** Whether who this page is for has signed out meanwhile in another page, or somebody else has signed in. */
export function isReplaced(): boolean {
  return isOthers(thisPage.owner);
}

/**
 * Whether what is kept of an account is of somebody else than who is signed in, or its owner has signed out (0). False where it is not known
 * of whom it is, or nobody has signed in since that cookie exists.
 */
export function isOthers(owner: number | undefined): boolean {
  // Services on other ports of the host have their cookies in the same place, as those of the whole domain may have one of this name.
  const name = `account${location.port}=`;
  const known = document.cookie.split('; ').filter((each) => each.startsWith(name));
  return owner !== undefined && known.length > 0 && !known.includes(name + owner);
}
