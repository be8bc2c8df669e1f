// Paths of these pages that other rooms or sites rely on.

/** Where an app sends a person. */
export const authorizePath = '/oauth/authorize';
/** Where app passwords are made. */
export const appPasswordsPath = '/app-passwords';
/** Given to every site that the crawler visits. */
export const aboutBotPath = '/about/bot';
