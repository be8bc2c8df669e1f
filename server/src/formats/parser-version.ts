// The version of what this room makes of documents.

/** What is kept is read again by a newer version. Raise it with every change of what comes out of honest documents. */
export const PARSER_VERSION = 3;
