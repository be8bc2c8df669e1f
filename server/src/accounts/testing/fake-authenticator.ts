// A passkey in software: signs as a device would (WebAuthn §6), and gives false data where a test wants it.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether it claims to have asked the person for a finger or a PIN. */
  isVerified?: boolean;
  counter?: number;
  /** Signs with this key instead of its own. */
  key?: KeyObject;
  /** Says in this format who has made it; nothing of what it says is true. */
  attests?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface FakeAuthenticator {
  id: string;
  /** What `navigator.credentials.create` would give. */
  create(challenge: string, lies?: Lies): { response: object };
  /** What `navigator.credentials.get` would give. */
  get(challenge: string, lies?: Lies): object;
}

export function fakeAuthenticator(publicUrl: string, idBytes = 16): FakeAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(idBytes);
  const id = rawId.toString('base64url');
  const clientData = (type: string, challenge: string, { origin = publicUrl }: Lies): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const header = (
    flags: number,
    { rpId = new URL(publicUrl).hostname, isVerified = true, counter = 0 }: Lies,
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), count]);
  };
  const answer = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    id,
    create(challenge, lies = {}) {
      const credential = Buffer.concat([Buffer.alloc(16), twoBytes(rawId.length), rawId, coseKey(x, y)]);
      const authData = Buffer.concat([header(HAS_CREDENTIAL, lies), credential]);
      return answer({
        clientDataJSON: clientData(lies.type ?? 'webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: attestation(authData, lies.attests).toString('base64url'),
      });
    },
    get(challenge, lies = {}) {
      const data = clientData(lies.type ?? 'webauthn.get', challenge, lies);
      const authData = header(0, lies);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, lies.key ?? privateKey).toString('base64url'),
      });
    },
  };
}

/** RFC 9053 §7.1.1, in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
  const bytes = (text: string): Buffer =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([start, bytes(x), Buffer.from([0x22]), bytes(y)]);
}

/** {"fmt": "none", "attStmt": {}, "authData": …} in CBOR; in another format with {"alg": -7, "sig": …, "x5c": [ … ]}. */
function attestation(authData: Buffer, format = 'none'): Buffer {
  const text = (word: string): Buffer =>
    Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const length = Buffer.concat([Buffer.from([0x59]), twoBytes(authData.length)]);
  const some = Buffer.from([0x42, 1, 2]);
  const list = Buffer.concat([Buffer.from([0x82]), some, some]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(format),
    text('attStmt'),
    ...(format === 'none'
      ? [Buffer.from([0xa0])]
      : [Buffer.from([0xa3]), text('alg'), Buffer.from([0x26]), text('sig'), some, text('x5c'), list]),
    text('authData'),
    length,
    authData,
  ]);
}

function twoBytes(number: number): Buffer {
  return Buffer.from([number >> 8, number & 0xff]);
}
