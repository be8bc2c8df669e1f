// Where an app sends a person: the one path of these pages that others know by heart.
export const authorizePath = '/oauth/authorize';
