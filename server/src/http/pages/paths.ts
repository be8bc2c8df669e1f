// The paths of these pages that others know by heart.

/** Where an app sends a person. */
export const authorizePath = '/oauth/authorize';
/** Where passwords of apps are made. */
export const appPasswordsPath = '/app-passwords';
/** Told to every site that the crawler visits. */
export const aboutBotPath = '/about/bot';
