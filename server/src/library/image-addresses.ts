// Addresses of pictures that only this server can make: who has one may see the picture through us, and nothing else.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keepFact } from '../store/facts.ts';
import type { Store } from '../store/store.ts';

/** The server's secret for pictures, kept under this name. */
const secretFact = 'image-secret';
/** 128 bits of a signature: nobody guesses that, and addresses stay short. */
const SIGNATURE_BYTES = 16;

/** Makes and recognises the addresses of pictures. */
export interface ImageAddresses {
  /** The path under which a user sees a picture through us. */
  pathOf(userId: number, url: string): string;
  /** Whose address this is and where the picture lies; undefined when it was not made here. */
  read(signature: string, encoded: string): { userId: number; url: string } | undefined;
  /** The path of the icon of a site: the same for everybody, and told only to those who follow a feed of it. */
  iconPathOf(iconId: number): string;
  /** Which icon this is the last part of the address of; undefined when it was not made here. */
  readIcon(name: string): number | undefined;
}

/** Opens the addresses with the secret of this server, which is made when there is none. */
export async function openImageAddresses(store: Store): Promise<ImageAddresses> {
  const secret = await store.write((tx) => keepFact(tx, secretFact, randomBytes(32).toString('base64url')));
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
  const signOf = (userId: number, url: string): string => sign(`${userId} ${url}`);
  // No user is called so.
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

/** An address with a password in it would have us sign in somewhere. */
function mayBeAsked(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
