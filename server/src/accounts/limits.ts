// Every lifetime and limit of the accounts, each with its reason.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A code travels through one redirect; RFC 6749 §4.1.2 allows ten minutes, and shorter is safer. */
export const codeTtlMs = 60 * second;

/** A code that a person copies by hand. */
export const shownCodeTtlMs = 10 * minute;

/** A used code is remembered, so that a second use is recognised as one. */
export const usedCodeMemoryMs = day;

/** A refresh token that is not used; an app that is opened once a season stays signed in. */
export const refreshTokenTtlMs = 90 * day;

/** A grant ends after this time, however often it is refreshed, and the person is asked again. */
export const grantTtlMs = 365 * day;

/** How long a used refresh token may come again, because the response to its first use may have been lost. */
export const refreshGraceMs = 30 * second;

/** A revoked grant is kept this long, with the reason: for an operator who is asked why an app was signed out. */
export const revokedGrantMemoryMs = 30 * day;

/** A browser stays signed in for a fortnight after it was last used. */
export const sessionTtlMs = 14 * day;

/** A session ends after this time, however often it is used: as with a grant, the person is asked again. */
export const sessionLifeMs = 365 * day;

/** A consent page that was left open longer than this must be requested again. */
export const consentTtlMs = 10 * minute;

/** How long a form may be sent again, as by a double click: the browser drops the answer to the first, and what only that shows. */
export const sentAgainMs = 10 * second;

/** Registration is open to everybody, so apps that nobody let in are deleted after a day (as in Mastodon). */
export const unusedAppTtlMs = day;

/** Rows deleted at once by the sweep: a few milliseconds, in which nothing else is served or written. */
export const sweptAtOnce = 500;

/** Grants are deleted with their tokens: one that is refreshed every hour has two thousand, each kept for a season. */
export const sweptGrantsAtOnce = 20;

/** Secrets that are checked in one statement: some milliseconds. */
export const secretsAtOnce = 256;

/** How exact "Last used" is: people need no more than a minute, and each finer step would be a write. */
export const lastUsedStepMs = minute;

/** A bucket that is untouched for longer than any of them takes to refill is full, and a full one need not be kept. */
export const throttleMemoryMs = 2 * hour;

/** Wrong tries to sign in from one address: enough for those behind one router, not for a dictionary attack (the figure is Mastodon's). */
export const signInsPerAddress = { burst: 25, refillMs: 5 * minute };

/** Wrong tries to sign in to one account from anywhere: against an attack spread over many machines. */
export const signInsPerAccount = { burst: 25, refillMs: hour };

/** Registrations of apps from one address. */
export const registrationsPerAddress = { burst: 60, refillMs: hour };

/**
 * How many times the tries of one IPv6 address a whole network has (/48). Whoever asks for it is given one, with 65,536 times what counts as
 * an address: enough to try a password on every account. But many customers may share one, as they may an IPv4 address.
 */
export const timesInNetwork = 10;

/** NIST SP 800-63B §5.1.1.2: at least eight. Length is what makes a password strong, so there is no other rule. */
export const minPasswordCharacters = 8;

/** argon2 reads every byte, so a password of several megabytes would be an attack. */
export const maxPasswordCharacters = 1024;

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 20 ms. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each holds 19 MiB and a core while it runs: more at once would be no faster for anybody, and would fill a small machine. */
export const passwordsAtOnce = 4;

/** New feeds of one account: a large list can be imported at once, but nobody can use us as a battering ram. */
export const followsPerUser = { burst: 300, refillMs: 10 * minute };

/** Articles fetched for one account: an evening's reading at once, then one every six seconds. */
export const articlesPerUser = { burst: 100, refillMs: 10 * minute };

/** Pictures fetched for one account, not counting cached ones: some busy hours in picture blogs, then about one a second. */
export const imagesPerUser = { burst: 1_000, refillMs: 15 * minute };

/** App passwords that one account may have: a dozen devices with several apps each, in a list that is still readable. */
export const appPasswordsPerUser = 50;

/** How exactly we record when an app last asked for items: without a step, each page that it asks for would be a write. */
export const itemsAskedStepMs = second;

/** Wrong keys from one address, where every request carries a key: an app with an old password tries every quarter of an hour. */
export const wrongKeysPerAddress = { burst: 50, refillMs: 5 * minute };

/** Time between a right password and the code: long enough to find the phone. */
export const pendingSignInTtlMs = 10 * minute;

/** Codes that one sign-in may try before it must start again: people mistype, and a guess is right three times in a million. */
export const codesPerSignIn = 5;

/** Codes tried on one account by whoever knows its password: at this pace guessing one takes years. A right code gives no tries back. */
export const codesPerAccount = { burst: 20, refillMs: hour };

/** As many as people will print, and enough for a lost phone or two. */
export const recoveryCodes = 10;

/** An authenticator must sign while the person is still in front of it. */
export const challengeTtlMs = 5 * minute;

/** Enough for a dozen devices and password managers, in a list that is still readable. */
export const passkeysPerUser = 20;

/** The longest id that a device may choose (WebAuthn §4: 1,023 bytes), in base64url. PostgreSQL takes no more than twice that into an index. */
export const maxPasskeyIdCharacters = 1364;

/** How long a session may change how its owner signs in, after they have confirmed who they are. */
export const confirmationTtlMs = 10 * minute;

/** How exact "Last seen" is, from which the end of a session is counted; each finer step would be a write. */
export const lastSeenStepMs = 5 * minute;

/** Set-up codes valid at once: every start of a node shows a new one, and the first must still work after a night of restarts. */
export const mostSetUpTokens = 100;

/** An invitation is sent by mail, and may only be read after the weekend. */
export const invitationTtlMs = 7 * day;

/** Tries to use one invitation: names may be taken, and passwords too short. */
export const triesPerInvitation = { burst: 25, refillMs: 5 * minute };

/** "For the neighbour, by mail": anything much longer is not a note. */
export const maxInvitationNoteCharacters = 200;

/** Longer than any browser name that says something; the rest is fingerprinting. */
export const maxUserAgentCharacters = 300;

/** For a text that is searched for in names: no name is as long, and SQLite takes no pattern of more than 50,000 bytes. */
export const maxSoughtNameCharacters = 2_000;
