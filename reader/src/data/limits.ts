// The limits of what the reader keeps and asks for, each with its reason.

/** Items of the first page: a screen and a half, so that the first answer is small. */
export const firstPageItems = 20;
/** Wait of a first list for the cursor of the change feed, which comes at once from a service that is well. */
export const cursorPatienceMs = 1_000;
/** Wait for what is asked for before the program is there: as long as the client waits for an answer (`defaultTimeoutMs`). */
export const earlyPatienceMs = 60_000;
/** Items of each later page: asked for two screens before the end. */
export const pageItems = 100;
/** Rows of the copy that are drawn first: what a phone shows, and a few more. On a higher screen more follow at once. */
export const firstSavedRows = 12;
/** Rows of the copy that are drawn when the end of the list comes near: few, so that no key press waits for them. */
export const moreSavedRows = 12;
/** Rows that are read from the database at once: some 10 ms on a cheap phone. */
export const restoredAtOnce = 100;
/** Unread items kept for reading offline: a few days of a busy list, some 5 MB. */
export const keptUnread = 1_000;
/** Items of any kind kept altogether; the oldest read ones without a star go first. */
export const keptItems = 10_000;
/** How many more there may be before the oldest go, so that they need not be sorted for each new one: some 10 ms. */
export const spareItems = 100;
/** Items of which it is remembered when they were told of or marked: far more than any answer on its way can be about. 1 MB. */
export const rememberedItems = 10_000;
/** Starred items kept for reading offline. */
export const keptStarred = 500;
/** Texts held in memory: those near the open item. */
export const bodiesInMemory = 60;
/** Characters of an excerpt: two lines of the widest list. */
export const excerptChars = 220;
/** Words a minute of an adult who reads for pleasure (Brysbaert 2019). */
export const wordsPerMinute = 238;
/** Time for the database to open, and then for its first answer: some browsers never report that theirs is broken. The slowest disks take a second. */
export const openPatienceMs = 5_000;
/** How long changes are collected before they are written: typing `j` ten times is one write. */
export const saveAfterMs = 300;
/** How long a hidden page keeps its event stream: switching tabs back and forth costs nothing. */
export const hiddenGraceMs = 60_000;
/** Silence of the service after which the person is told. */
export const staleMs = 3_600_000;
/** How often changes are asked for without an event stream. */
export const pollEveryMs = 60_000;
/** How long a page waits to be told that another holds the event stream, at least: a busy page takes that long to answer. */
export const answerMs = 200;
/** How often a page asks whether the one that holds the event stream is still there: one that crashed could not say that it went. */
export const askAgainMs = 10_000;
/** How often the position in a file is sent while it plays. */
export const keepPositionMs = 20_000;
/** Files whose position is remembered; the least recently played is forgotten first. */
export const keptPositions = 100;
/** Wait after a position could not be sent: while the file plays, the next one follows anyway. */
export const retryPositionsMs = 60_000;
/** What could not be sent before another person signed in here waits for its owner for so long. */
export const keptUnsentMs = 30 * 86_400_000;
/** Time in which a 401 of a proxy does not lead to the sign-in once more: coming back from there takes seconds. */
export const leadsAgainMs = 10 * 60_000;
/** Wait after a write failed for lack of a connection. */
export const retryWriteMs = 5_000;
/** Changes of which the service has taken none for so long are told of: one that starts anew takes them before, and no page holds the turn (`turnPatienceMs`). */
export const toldAfterMs = 45_000;
/** Wait for another page of this browser that is sending: far longer than a write takes. */
export const turnPatienceMs = 30_000;
/** Rows per portion of a list; portions far from the screen are taken out of the document. */
export const portionRows = 40;
/** Rows that are drawn at once: what a phone shows. The rest of a page follows, this many at a time. */
export const rowsAtOnce = 6;
/** Time between them: one frame, so that they are painted and keys are handled. */
export const betweenRowsMs = 16;
