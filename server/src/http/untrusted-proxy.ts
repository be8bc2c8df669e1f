// Tells the operator of a proxy in front whose headers are not trusted: all people then have one address, and share its tries to sign in.
import type { IncomingMessage } from 'node:http';
import type { Log } from '../log.ts';
import { namesHeader } from './asked.ts';

/** Logged once, because it is true of each request. `setting` is the one that trusts the proxy. */
export function proxyWatch(log: Log, setting: string): (incoming: IncomingMessage) => void {
  let isTold = false;
  return (incoming) => {
    if (isTold || !isForwarded(incoming)) return;
    isTold = true;
    log.warn('a proxy on this machine is not trusted', { setting });
  };
}

/** From elsewhere, anybody may claim it. */
function isForwarded({ socket, rawHeaders }: IncomingMessage): boolean {
  const isFromHere = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  return isFromHere && namesHeader(rawHeaders, 'x-forwarded-for');
}
