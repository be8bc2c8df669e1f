/** The extension `app.courant.full-text`: the whole article where a feed gives only its start. */

/** Method and path of each endpoint. */
export const fullTextRoutes = {} as const;
