// The versions of what this room makes of documents; apart from the code that does it, which takes long to load.

/** Stored documents are read again by a newer version. Raise it with every change of what comes out of honest documents. */
export const PARSER_VERSION = 12;

/** Stored with every post and article: what an older version has let through is sanitised again. Raise it with every change of the HTML that is let through. */
export const SANITISER_VERSION = 5;
