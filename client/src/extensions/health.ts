/** The extension `app.courant.health`: how the sources of feeds are, and mending them. */

/** Method and path of each endpoint. */
export const healthRoutes = {} as const;
