// What a token may do: look, or change too.

export type Scope = 'read' | 'write';

/** In the order in which they are written down and shown. */
export const allScopes: readonly Scope[] = ['read', 'write'];

/** The text of RFC 6749 §3.3: names with blanks between. */
export function scopeText(scopes: readonly Scope[]): string {
  return allScopes.filter((scope) => scopes.includes(scope)).join(' ');
}

/** The scopes of a text that `scopeText` has written. */
export function scopesOf(text: string): Scope[] {
  const names = text.split(' ');
  return allScopes.filter((scope) => names.includes(scope));
}
