// The address under which hubs reach this instance; http/websub is the door behind it.

/** With a slash at its end. Undefined for an instance without https: unencrypted pushes could come from anybody. */
export function pushUrlOf(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https://') ? new URL('/websub/', publicUrl).href : undefined;
}
