/** The extension `app.courant.journal`: what was done in bulk, and undoing it. */

/** Method and path of each endpoint. */
export const journalRoutes = {} as const;
