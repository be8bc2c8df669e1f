// Every lifetime and limit of the accounts, each with its reason.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A code travels through one redirect; RFC 6749 §4.1.2 allows ten minutes, and shorter is safer. */
export const codeTtlMs = 60 * second;

/** A code that a person copies by hand. */
export const shownCodeTtlMs = 10 * minute;

/** A used code is remembered, so that its second use is seen for what it is. */
export const usedCodeMemoryMs = day;

/** A refresh token that nobody uses: an app that is opened once in a season stays in. */
export const refreshTokenTtlMs = 90 * day;

/** However often it is refreshed, a grant ends, and the person is asked again. */
export const grantTtlMs = 365 * day;

/** How long a used refresh token may come again, because the answer to it was lost on the way. */
export const refreshGraceMs = 30 * second;

/** A revoked grant is remembered for the list of what happened, then forgotten. */
export const revokedGrantMemoryMs = 30 * day;

/** A browser stays signed in for a fortnight. */
export const sessionTtlMs = 14 * day;

/** A consent page that was left open longer must be asked for again. */
export const consentTtlMs = 10 * minute;

/** Registration is open to everybody, so apps that nobody let in go after a day (as in Mastodon). */
export const unusedAppTtlMs = day;

/** What has had its time goes so many rows at a time: some milliseconds, in which nobody else is served or writes. */
export const sweptAtOnce = 500;

/** Grants take their tokens along: one that is refreshed every hour has two thousand, each remembered for a season. */
export const sweptGrantsAtOnce = 20;

/** "Last used" is told to people, for whom a minute is exact enough; each finer step would be a write. */
export const lastUsedStepMs = minute;

/** A bucket that lies untouched longer than any of them takes to fill is full, and a full one need not be kept. */
export const throttleMemoryMs = 2 * hour;

/** Tries to sign in from one address: a family behind one router, but no dictionary (the figure is Mastodon's). */
export const signInsPerAddress = { burst: 25, refillMs: 5 * minute };

/** Tries to sign in to one account from anywhere: against many machines that share the work. */
export const signInsPerAccount = { burst: 25, refillMs: hour };

/** Registrations of apps from one address. */
export const registrationsPerAddress = { burst: 60, refillMs: hour };

/** NIST SP 800-63B §5.1.1.2: eight at least; what is longer is better, so nothing else is asked. */
export const minPasswordCharacters = 8;

/** argon2 reads every byte, so a password of megabytes would be an attack. */
export const maxPasswordCharacters = 1024;

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 20 ms. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each holds its 19 MiB meanwhile and a core: more at once would serve nobody sooner, and fill a small machine. */
export const passwordsAtOnce = 4;

/** RFC 7636 §4.1. Its alphabet is not enforced: git-credential-oauth sends ordinary base64. */
export const verifierCharacters = { min: 43, max: 128 };

/** New feeds of one account: a large list is imported at once, but nobody turns us into a battering ram. */
export const followsPerUser = { burst: 300, refillMs: 10 * minute };

/** Articles that one account has fetched: an evening's reading at once, and then one every six seconds. */
export const articlesPerUser = { burst: 100, refillMs: 10 * minute };

/** Pictures that one account has fetched, those that are kept aside: some fast hours in picture blogs, and then one a second. */
export const imagesPerUser = { burst: 1_000, refillMs: 15 * minute };

/** Passwords of apps that one account may have: a dozen devices with several apps each, and still a list that can be read. */
export const appPasswordsPerUser = 50;

/** When an app has asked for items is known so exactly: each page that it asks for would be a write. */
export const itemsAskedStepMs = second;

/** Wrong keys from one address where every request carries one: an app with an old password asks each quarter of an hour. */
export const wrongKeysPerAddress = { burst: 50, refillMs: 5 * minute };

/** Between a right password and the code: long enough to look for the telephone. */
export const pendingSignInTtlMs = 10 * minute;

/** Codes that one sign-in may try before it begins anew: fingers slip, and three in a million is the chance of each. */
export const codesPerSignIn = 5;

/** Codes tried on one account by whoever knows its password: at this pace a guess takes years. A right one gives none back. */
export const codesPerAccount = { burst: 20, refillMs: hour };

/** As many as people print, and enough for a lost telephone or two. */
export const recoveryCodes = 10;

/** What an authenticator is asked to sign must be signed while the person stands before it. */
export const challengeTtlMs = 5 * minute;

/** A dozen devices and managers, and still a list that can be read. */
export const passkeysPerUser = 20;

/** How long a session may change how one signs in, after its owner has shown who they are. */
export const confirmationTtlMs = 10 * minute;

/** "Last seen" is told to people; each finer step would be a write. */
export const lastSeenStepMs = 5 * minute;

/** Every node that starts shows a code of its own, and whoever reads the first of them finds it good after a night of restarts. */
export const mostSetUpTokens = 100;

/** An invitation is sent by mail, which somebody reads after the weekend. */
export const invitationTtlMs = 7 * day;

/** "For the neighbour, by mail": what is longer is no note. */
export const maxInvitationNoteCharacters = 200;

/** Longer than any name of a browser that says something; the rest is fingerprint. */
export const maxUserAgentCharacters = 300;

/** Of a text that is looked for in names: none is as long, and SQLite takes no pattern of more than 50,000 bytes. */
export const maxSoughtNameCharacters = 2_000;
