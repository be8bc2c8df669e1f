// The version of what this room lets through of HTML: apart from the sanitiser, which is a third of all that reading documents takes.

/** Stored with every post: a post of an older version is sanitised again. Raise it with every change of what comes out. */
export const SANITISER_VERSION = 2;
