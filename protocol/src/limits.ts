/** The limits of the contract, each with its reason. */

/** The greatest id: the greatest integer that JSON readers built on doubles keep exact (RFC 8259 §6). */
export const maxId = Number.MAX_SAFE_INTEGER;

/** Items on a page when nothing is asked for (contract, Pagination). */
export const defaultPageSize = 20;

/** Items on a page at most (contract, Pagination). */
export const maxPageSize = 200;

/** Ids that a listing may name: they travel in the URL, and a page of them must fit one answer. */
export const maxListedIds = 200;

/** Ids in one batch, which is one transaction (contract, Reads and writes). */
export const maxBatchIds = 10_000;

/** Characters (code points) in the title of a group (contract, Reads and writes). */
export const maxTitleCharacters = 200;

/** Characters in an address: what RFC 9110 §4.1 asks every recipient to support. */
export const maxUrlCharacters = 8000;

/** Characters in the address of a feed: a service looks feeds up by it, and what an index of a database holds ends soon after. */
export const maxFeedUrlCharacters = 2600;

/** Characters in the name of an app: it stands in one line of the consent page. */
export const maxClientNameCharacters = 200;

/** Redirect URIs of one app: no client has needed more, and each is compared at each sign-in. */
export const maxRedirectUris = 20;

/** Characters of a sent value that an error message repeats: enough to recognise it. */
export const maxEchoedCharacters = 40;

/** Things told whole in one answer about changes when nothing is asked for: some 400 kB of items with their contents. */
export const defaultChangesSize = 100;

/** Things told whole in one answer about changes at most: as many as on any other page. */
export const maxChangesSize = 200;

/** Ids of marks and removals in one answer about changes: as many as a batch may hold, some 80 kB. */
export const maxListedMarks = 10_000;

/** Things on a page of a snapshot when nothing is asked for: an ordinary account takes a handful of calls. */
export const defaultSnapshotSize = 1_000;

/** Things on a page of a snapshot at most: read and written in some milliseconds, during which others wait. */
export const maxSnapshotSize = 5_000;

/** Characters of a search: more than anybody types, and some hundred words. */
export const maxSearchCharacters = 500;

/** The body of an import: the texts of some ten thousand items, or the names and statuses of some hundred thousand. */
export const maxImportBytes = 50_000_000;

/** Streams of events that one user may hold open: some devices with an app or two each. */
export const maxEventStreams = 20;

/** What a person calls an app: it stands in one line of a list. */
export const maxAppPasswordNameCharacters = 100;

/** Days, or items of each feed, in a policy of retention: whoever wants more of either wants to keep everything. */
export const maxRetention = 10_000;

/** The greatest position of a feed or a group, either side of 0: between any two there are numbers enough to put something. */
export const maxPosition = 1_000_000_000;

/** How far a clock may be from UTC, either side: the islands of Kiribati are 14 hours ahead. */
export const maxUtcOffsetMinutes = 840;

/** Seconds of a file, and since it was played: more than a hundred days. What is longer is a mistake. */
export const maxPlayedSeconds = 10_000_000;

/** Addresses of pictures in one question: more than a page of feeds shows. */
export const maxImageAddresses = 100;
