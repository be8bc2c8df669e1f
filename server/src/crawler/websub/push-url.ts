// The address under which hubs reach this instance; the door behind it is http/websub.

/** With a slash at its end. Undefined where there is none: what comes unencrypted could be anybody's. */
export function pushUrlOf(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https://') ? new URL('/websub/', publicUrl).href : undefined;
}
