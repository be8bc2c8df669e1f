// The version of the HTML that this room lets through; apart from the sanitiser, whose loading is a third of all that reading documents takes.

/** Stored with every post: a post of an older version is sanitised again. Raise it with every change of what comes out. */
export const SANITISER_VERSION = 2;
