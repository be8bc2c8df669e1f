// IP addresses and blocks of them as bytes, so that every spelling of one address is one value.

import { isIPv4, isIPv6 } from 'node:net';

/** Four bytes (IPv4) or sixteen (IPv6). */
export type IpAddress = readonly number[];

/** All addresses that share the first `bits` bits with `start`. */
export interface IpBlock {
  readonly start: IpAddress;
  readonly bits: number;
}

/** Reads `192.0.2.1` and `2001:db8::1`, with or without a zone; anything else is undefined. */
export function parseIp(text: string): IpAddress | undefined {
  if (isIPv4(text)) return text.split('.').map(Number);
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return undefined;
  // The URL parser writes the one canonical form; an embedded IPv4 address becomes hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = hextets(head);
  const after = tail === undefined ? [] : hextets(tail);
  const gap = new Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...gap, ...after].flatMap((hextet) => [hextet >> 8, hextet & 0xff]);
}

/** Reads `192.168.0.0/16` and `fd00::/8`; anything else is undefined. */
export function parseIpBlock(text: string): IpBlock | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  const start = parseIp(address);
  if (start === undefined || rest.length > 0 || !/^\d{1,3}$/.test(length)) return undefined;
  const bits = Number(length);
  return bits <= start.length * 8 ? { start, bits } : undefined;
}

export function isInBlock(ip: IpAddress, { start, bits }: IpBlock): boolean {
  if (ip.length !== start.length) return false;
  return ip.every((byte, index) => {
    const wanted = Math.min(8, Math.max(0, bits - index * 8));
    return byte >> (8 - wanted) === (start[index] ?? 0) >> (8 - wanted);
  });
}

export function isSameIp(one: IpAddress, other: IpAddress): boolean {
  return isInBlock(one, { start: other, bits: other.length * 8 });
}

function hextets(text: string): number[] {
  return text === '' ? [] : text.split(':').map((hextet) => Number.parseInt(hextet, 16));
}
