/** The extension `app.courant.transfer`: import and export of feeds and of whole accounts. */

/** Method and path of each endpoint. */
export const transferRoutes = {} as const;
