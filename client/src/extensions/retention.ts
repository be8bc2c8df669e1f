/** The extension `app.courant.retention`: how long items are kept. */

/** Method and path of each endpoint. */
export const retentionRoutes = {} as const;
