// The limits of what the reader keeps and asks for, each with its reason.

/** Items of the first page: a screen and a half, so that the first answer is small. */
export const firstPageItems = 20;
/** Items of each later page: asked for two screens before the end. */
export const pageItems = 100;
/** Rows of the copy that are drawn first: what a telephone shows, and a little. Where a screen is higher, more follow at once. */
export const firstSavedRows = 12;
/** Rows of the copy that are drawn when the end of the list comes near: few, so that no key waits for the drawing of them. */
export const moreSavedRows = 12;
/** Rows that are brought out of the database in one go: some 10 ms of a cheap telephone. */
export const restoredAtOnce = 100;
/** Unread items kept for reading offline: a few days of a busy list, some 5 MB. */
export const keptUnread = 1_000;
/** Items of any kind kept in all; the oldest read ones without a star go first. */
export const keptItems = 10_000;
/** Starred items kept for reading offline. */
export const keptStarred = 500;
/** Texts held in memory: those around the one that is read. */
export const bodiesInMemory = 60;
/** Characters of an excerpt: two lines of the widest list. */
export const excerptChars = 220;
/** Words a minute of an adult who reads for pleasure (Brysbaert 2019). */
export const wordsPerMinute = 238;
/** For the database to open: some browsers never say that theirs is out of order. The slowest disks take a second. */
export const openPatienceMs = 5_000;
/** How long changes are collected before they are written: typing `j` ten times is one write. */
export const saveAfterMs = 300;
/** A hidden page keeps its stream for so long: switching tabs back and forth costs nothing. */
export const hiddenGraceMs = 60_000;
/** Silence of the service that people should know of. */
export const staleMs = 3_600_000;
/** Without a stream the changes are asked for this often. */
export const pollEveryMs = 60_000;
/** How far somebody has come in a file is told this often while it plays. */
export const keepPositionMs = 20_000;
/** Files whose position is remembered; the one that was played longest ago is forgotten first. */
export const keptPositions = 100;
/** After telling a position failed: the next one comes while it plays anyway. */
export const retryPositionsMs = 60_000;
/** After a write failed for want of a connection. */
export const retryWriteMs = 5_000;
/** For another page of this browser that is sending: far longer than a write takes. */
export const turnPatienceMs = 30_000;
/** Rows per portion of a list; portions far from the screen are taken out of the document. */
export const portionRows = 40;
/** Rows that are drawn at once: what a telephone shows. The rest of a page follows, as many at a time. */
export const rowsAtOnce = 6;
/** Between them: one frame, so that what is there is seen and keys are heard. */
export const betweenRowsMs = 16;
