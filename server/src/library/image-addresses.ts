// Addresses of pictures that only this server can make: whoever has one can see the picture through us, and nothing else.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keepFact } from '../store/facts.ts';
import type { Store } from '../store/store.ts';

/** The fact that holds the server's secret for pictures. */
const secretFact = 'image-secret';
/** 128 bits of a signature: cannot be guessed, and addresses stay short. */
const SIGNATURE_BYTES = 16;

/** Makes and verifies the addresses of pictures. */
export interface ImageAddresses {
  /** The path under which a user sees a picture through us. */
  pathOf(userId: number, url: string): string;
  /** The user and the picture's own address; undefined if the address was not made here. */
  read(signature: string, encoded: string): { userId: number; url: string } | undefined;
  /** The path of a site's icon: the same for everybody, but given only to users who follow one of its feeds. */
  iconPathOf(iconId: number): string;
  /** The icon that the last part of an address names; undefined if the address was not made here. */
  readIcon(name: string): number | undefined;
}

/** Opens the addresses with this server's secret, which is made if there is none. */
export async function openImageAddresses(store: Store): Promise<ImageAddresses> {
  const secret = await store.write((tx) => keepFact(tx, secretFact, randomBytes(32).toString('base64url')));
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
  const signOf = (userId: number, url: string): string => sign(`${userId} ${url}`);
  // No user id looks like this.
  const signIcon = (iconId: number): string => sign(`icon ${iconId}`);
  return {
    pathOf: (userId, url) =>
      `/images/${userId}-${signOf(userId, url)}/${Buffer.from(url).toString('base64url')}`,
    read(signature, encoded) {
      const [, user = '', given = ''] = /^(\d{1,15})-([\w-]{22})$/.exec(signature) ?? [];
      const userId = Number(user);
      const url = Buffer.from(encoded, 'base64url').toString();
      return isSame(given, signOf(userId, url)) && mayBeAsked(url) ? { userId, url } : undefined;
    },
    iconPathOf: (iconId) => `/images/site/${iconId}-${signIcon(iconId)}`,
    readIcon(name) {
      const [, icon = '', given = ''] = /^(\d{1,15})-([\w-]{22})$/.exec(name) ?? [];
      return isSame(given, signIcon(Number(icon))) ? Number(icon) : undefined;
    },
  };
}

function isSame(given: string, right: string): boolean {
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}

/** We would sign in somewhere with an address that contains a password. */
function mayBeAsked(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
