/** The extension `app.courant.sync`: changes since a cursor, as an answer and as a stream of events. */

/** Method and path of each endpoint. */
export const syncRoutes = {} as const;
