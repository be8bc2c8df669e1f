/** The extension `app.courant.items`: stars, what a post holds beyond the standard fields, and marking in bulk. */

/** Method and path of each endpoint. */
export const itemsRoutes = {} as const;
