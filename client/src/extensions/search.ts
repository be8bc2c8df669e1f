/** The extension `app.courant.search`: full text over all items. */

/** Method and path of each endpoint. */
export const searchRoutes = {} as const;
