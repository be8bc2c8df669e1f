// Leaves out what a device says of who has made it. Nobody is asked for that, and to check it is to fetch lists of revoked certificates
// from addresses that these certificates name: whoever adds a passkey could make us call anything, in our own network too.
import type { verifyRegistrationResponse } from '@simplewebauthn/server';

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];

/** The same answer as from a device that says nothing (WebAuthn §8.7). Throws for what is not the CBOR of an answer. */
export async function withoutAttestation(answer: Registration): Promise<Registration> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const said = decodeAttestationObject(bytesOf(answer.response.attestationObject));
  const rest = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', said.get('authData')],
    ]),
  );
  const attestationObject = Buffer.from(rest).toString('base64url');
  return { ...answer, response: { ...answer.response, attestationObject } };
}

function bytesOf(encoded: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(encoded, 'base64url'));
}
