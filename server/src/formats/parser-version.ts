// The version of what this room reads out of documents.

/** Stored documents are read again by a newer version. Raise it with every change of what comes out of honest documents. */
export const PARSER_VERSION = 3;
