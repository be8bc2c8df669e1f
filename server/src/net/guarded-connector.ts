// Opens connections: the address that was checked is the address that is dialled, so a name cannot resolve differently in between.

import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import type { Clock } from '../clock.ts';
import { type AllowList, bareHostname, mayDial } from './allowed-addresses.ts';
import { BrokenFetch, brokenHandshake, brokenNetwork, explain } from './failure.ts';
import type { WebLimits } from './limits.ts';
import type { Resolve } from './name-lookup.ts';

export interface ConnectorOptions {
  allow: AllowList;
  resolve: Resolve;
  clock: Clock;
  limits: WebLimits;
}

/** What a connection should lead to. */
interface Target {
  /** A name or an address, IPv6 without brackets. */
  hostname: string;
  port: number;
  isSecure: boolean;
}

/**
 * Starts a connection, which fails with a `BrokenFetch` if it is not allowed or does not come about in time. Throws one at once if
 * the hostname is itself an address that may not be dialled.
 */
export type Connector = (target: Target) => Socket;

export function guardedConnector(options: ConnectorOptions): Connector {
  // One context for all: making it is a third of the cost of a TLS connection.
  const secureContext = createSecureContext();
  return (target) => {
    const { hostname, isSecure } = target;
    // `net` does not look up literal addresses, so they would bypass the check in the look-up below.
    if (isIP(hostname) !== 0 && !mayDial({ ...target, address: hostname }, options.allow))
      throw blocked(target);
    const dial: TcpNetConnectOpts = {
      host: hostname,
      port: target.port,
      lookup: guardedLookup(target, options),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: options.limits.addressTimeoutMs,
    };
    const socket = isSecure
      ? connectTls({
          ...dial,
          secureContext,
          servername: isIP(hostname) === 0 ? bareHostname(hostname) : '',
          // HTTP/2 costs Node six times as much, and a visit is one request.
          ALPNProtocols: ['http/1.1'],
          // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off for all feeds.
          rejectUnauthorized: true,
        })
      : connectTcp(dial);
    guard(socket, target, options);
    return socket;
  };
}

function guardedLookup(target: Target, { allow, resolve }: ConnectorOptions): LookupFunction {
  // `autoSelectFamily` asks for all addresses.
  return (hostname, _options, callback) => {
    resolve(hostname).then(
      (found) => {
        const open = found.filter(({ address }) => mayDial({ ...target, address }, allow));
        callback(open.length === 0 ? blocked(target) : null, open);
      },
      (thrown) => callback(thrown, []),
    );
  };
}

/** Data written before a socket is connected is sent on connect; these listeners were added first, so nothing is sent before their check. */
function guard(socket: Socket, target: Target, { allow, clock, limits }: ConnectorOptions): void {
  let isLookedUp = isIP(target.hostname) !== 0;
  let isDialled = false;
  let isOpen = false;
  const open = (): void => {
    isOpen = true;
    stopTimer();
  };
  const stopTimer = clock.after(limits.connectTimeoutMs, () => {
    socket.destroy(tookTooLong(target.hostname, { isLookedUp, isDialled, afterMs: limits.connectTimeoutMs }));
  });
  socket.setNoDelay(true);
  socket.once('lookup', () => {
    isLookedUp = true;
  });
  socket.once('connect', () => {
    isDialled = true;
    // The second guard: however a connection came about, it is destroyed before a byte of the request is sent.
    if (!mayDial({ ...target, address: socket.remoteAddress ?? '' }, allow)) socket.destroy(blocked(target));
    else if (!target.isSecure) open();
  });
  socket.once('secureConnect', open);
  socket.once('close', stopTimer);
  // This listener stays for good: an error on a socket without a listener ends the process.
  socket.on('error', (error) => {
    const meaning = isDialled ? brokenHandshake(error) : brokenNetwork(error);
    if (!isOpen && meaning) explain(error, meaning);
  });
}

/** A resolver of which nothing is heard is tried for twenty seconds by the system, and says as little about a site as one that fails. */
function tookTooLong(
  hostname: string,
  { isLookedUp, isDialled, afterMs }: { isLookedUp: boolean; isDialled: boolean; afterMs: number },
): BrokenFetch {
  if (!isLookedUp)
    return new BrokenFetch('dns-failed', `the name ${hostname} could not be looked up in ${afterMs} ms`);
  const what = isDialled
    ? 'the secure connection was not agreed on'
    : 'the server did not take the connection';
  return new BrokenFetch('connect-timeout', `${what} in ${afterMs} ms`);
}

function blocked({ hostname, port }: Target): BrokenFetch {
  const words = `${hostname}:${port} stands for no public address; COURANT_FETCH_ALLOW can open it`;
  return new BrokenFetch('blocked-address', words);
}
