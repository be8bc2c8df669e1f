// What a token may do: only read, or also change things.

export type Scope = 'read' | 'write';

/** In the order in which they are stored and shown. */
export const allScopes: readonly Scope[] = ['read', 'write'];

/** The text form of RFC 6749 §3.3: names separated by blanks. */
export function scopeText(scopes: readonly Scope[]): string {
  return allScopes.filter((scope) => scopes.includes(scope)).join(' ');
}

/** Reads a text that `scopeText` wrote. */
export function scopesOf(text: string): Scope[] {
  const names = text.split(' ');
  return allScopes.filter((scope) => names.includes(scope));
}
