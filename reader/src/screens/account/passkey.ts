// Passkeys: the browser's part (WebAuthn), and what to tell the person when it fails.
import { service, wordsOf } from '../../data/service.ts';
import { t } from '../../texts/translate.ts';

/** A passkey belongs to a host name (WebAuthn §5.1.2): a service at an IP address can have none. */
export function canUsePasskeys(): boolean {
  const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);
  return (
    isNamed && isSecureContext && 'parseCreationOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {})
  );
}

export async function addPasskey(name: string): Promise<void> {
  const options = await service.account.passkeys.ask();
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    ),
  });
  if (made) await service.account.passkeys.create(name, made);
}

/** Confirms the person's identity with a passkey. */
export async function usePasskey(): Promise<void> {
  const options = await service.account.askConfirmation();
  const given = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    ),
  });
  if (given) await service.account.confirmByPasskey(given);
}

export function wordsOfPasskey(error: unknown): string {
  if (!(error instanceof DOMException)) return wordsOf(error);
  return t(error.name === 'InvalidStateError' ? 'passkeys.known' : 'passkeys.unused');
}
