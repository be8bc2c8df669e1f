// What this instance is called.

/** The shell has it as its title, until the reader changes that. */
export const appName = document.title;
