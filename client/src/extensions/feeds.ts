/** The extension `app.courant.feeds`: changing feeds and groups, and counts of what is unread. */

/** Method and path of each endpoint. */
export const feedsRoutes = {} as const;
