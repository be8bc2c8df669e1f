// Opens the connections: the address that was judged is the address that is dialled, so no name can change in between.

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
import { BrokenFetch, brokenFetch, brokenHandshake } from './failure.ts';
import type { WebLimits } from './limits.ts';
import type { Resolve } from './name-lookup.ts';

export interface ConnectorOptions {
  allow: AllowList;
  resolve: Resolve;
  clock: Clock;
  limits: WebLimits;
}

/** Where a connection is to lead. */
export interface Target {
  /** A name or an address, IPv6 without brackets. */
  hostname: string;
  port: number;
  isSecure: boolean;
}

/** Called once, and never before the connector has returned: with a connection that can be written to, or with why there is none. */
export type Connected = (error: Error | null, socket?: Socket) => void;

/** Gives the socket that it begins with, so that it can be given up before it is connected; none where the address is refused. */
export type Connector = (target: Target, callback: Connected) => Socket | undefined;

export function guardedConnector(options: ConnectorOptions): Connector {
  // One context for all: making it is a third of the price of a TLS connection.
  const secureContext = createSecureContext();
  return (target, callback) => {
    const { hostname, isSecure } = target;
    // `net` does not look literals up, so they would pass the look-up below unseen.
    if (isIP(hostname) !== 0 && !mayDial({ ...target, address: hostname }, options.allow)) {
      process.nextTick(callback, blocked(target));
      return undefined;
    }
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
          // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off for all feeds.
          rejectUnauthorized: true,
        })
      : connectTcp(dial);
    awaitConnection(socket, target, options, callback);
    return socket;
  };
}

function guardedLookup(target: Target, { allow, resolve }: ConnectorOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        const open = found.filter(({ address }) => mayDial({ ...target, address }, allow));
        const [first] = open;
        if (first === undefined) callback(blocked(target), []);
        else if (all) callback(null, [...open]);
        else callback(null, first.address, first.family);
      },
      (thrown) => callback(thrown, []),
    );
  };
}

function awaitConnection(
  socket: Socket,
  target: Target,
  { allow, clock, limits }: ConnectorOptions,
  callback: Connected,
): void {
  let isDialled = false;
  let isSettled = false;
  const settle = (...outcome: Parameters<Connected>): void => {
    if (isSettled) return;
    isSettled = true;
    stopTimer();
    if (outcome[0] !== null) socket.destroy();
    callback(...outcome);
  };
  const stopTimer = clock.after(limits.connectTimeoutMs, () => {
    const what = isDialled
      ? 'the secure connection was not agreed on'
      : 'the server did not take the connection';
    settle(new BrokenFetch('connect-timeout', `${what} in ${limits.connectTimeoutMs} ms`));
  });
  socket.setNoDelay(true);
  socket.once('connect', () => {
    isDialled = true;
    // The belt: whatever way a connection came about, it is cut before a byte of the request is sent.
    if (!mayDial({ ...target, address: socket.remoteAddress ?? '' }, allow)) settle(blocked(target));
    else if (!target.isSecure) settle(null, socket);
  });
  socket.once('secureConnect', () => settle(null, socket));
  // This listener stays for good: an error on a socket that nobody listens to ends the process.
  socket.on('error', (error) => {
    if (!isSettled) settle(asBroken(error, isDialled));
  });
  socket.once('close', () => {
    if (!isSettled) settle(new BrokenFetch('reset', 'the server cut the connection at once'));
  });
}

function asBroken(error: Error, isDialled: boolean): Error {
  if (error instanceof BrokenFetch) return error;
  return isDialled ? brokenHandshake(error) : (brokenFetch(error) ?? error);
}

function blocked({ hostname, port }: Target): BrokenFetch {
  const words = `${hostname}:${port} stands for no public address; COURANT_FETCH_ALLOW can open it`;
  return new BrokenFetch('blocked-address', words);
}
