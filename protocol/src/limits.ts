/** The limits of the contract, each with its reason. */

/** The greatest id: the greatest integer that JSON readers using doubles represent exactly (RFC 8259 §6). */
export const maxId = Number.MAX_SAFE_INTEGER;

/** Items on a page by default (contract, Pagination). */
export const defaultPageSize = 20;

/** Items on a page at most (contract, Pagination). */
export const maxPageSize = 200;

/** Ids that a listing may name: they are sent in the URL, and a page of them must fit in one answer. */
export const maxListedIds = 200;

/** Ids in one batch, which is one transaction (contract, Reads and writes). */
export const maxBatchIds = 10_000;

/** Characters (code points) in the title of a group (contract, Reads and writes). */
export const maxTitleCharacters = 200;

/** Characters in an address: what RFC 9110 §4.1 asks every recipient to support. */
export const maxUrlCharacters = 8000;

/** Characters in the address of a feed: a service looks feeds up by it, and database indexes do not take keys much longer. */
export const maxFeedUrlCharacters = 2600;

/** Characters in the name of an app: it is shown in one line of the consent page. */
export const maxClientNameCharacters = 200;

/** Redirect URIs of one app: no client has needed more, and each is compared at each sign-in. */
export const maxRedirectUris = 20;

/** Characters of a value that an error message repeats: enough to recognise it. */
export const maxEchoedCharacters = 40;

/** Things given in full in one answer about changes by default: some 400 kB of items with their contents. */
export const defaultChangesSize = 100;

/** Things given in full in one answer about changes at most: as many as on any other page. */
export const maxChangesSize = 200;

/** Ids of marks and removals in one answer about changes: as many as in a batch, some 80 kB. */
export const maxListedMarks = 10_000;

/** Things on a page of a snapshot by default: an ordinary account takes a handful of calls. */
export const defaultSnapshotSize = 1_000;

/** Things on a page of a snapshot at most: read and written in a few milliseconds, during which others wait. */
export const maxSnapshotSize = 5_000;

/** Characters in a search: more than anybody types, and some hundred words. */
export const maxSearchCharacters = 500;

/** Bytes in the body of an import: the texts of some ten thousand items, or the names and statuses of some hundred thousand. */
export const maxImportBytes = 50_000_000;

/** Event streams that one user may hold open: several devices with an app or two each. */
export const maxEventStreams = 20;

/** Characters in the name that a person gives an app: it is shown in one line of a list. */
export const maxAppPasswordNameCharacters = 100;

/** Days, or items of each feed, in a retention policy: whoever wants more of either wants to keep everything. */
export const maxRetention = 10_000;

/** The greatest position of a feed or a group, on either side of 0: there are always enough numbers between two of them. */
export const maxPosition = 1_000_000_000;

/** How far a clock may be from UTC, on either side: in parts of Kiribati it is 14 hours ahead. */
export const maxUtcOffsetMinutes = 840;

/** Seconds in a file, or since it was played: more than a hundred days. More is a mistake. */
export const maxPlayedSeconds = 10_000_000;

/** Addresses of pictures in one request: more than a page of feeds shows. */
export const maxImageAddresses = 100;
