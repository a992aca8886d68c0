import { api } from '../park/api.ts';
import type { Me } from '../wire/types.ts';

/** Whether this browser knows passkeys, here: they need a name in the address, and https. */
export const canPasskeys =
  'PublicKeyCredential' in globalThis &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  isSecureContext &&
  !/^[\d.]+$|:/.test(location.hostname);

/** Makes a passkey; a guest has an account of that name then. */
export async function makePasskey(account: string | null): Promise<Me> {
  const asked = await api.newPasskey(account);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.public_key);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return api.keepPasskey(made.toJSON());
}

/** Signs in with one that the browser has. */
export async function signInWithPasskey(): Promise<Me> {
  const asked = await api.usePasskey();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.public_key);
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return api.passkeyUsed(used.toJSON());
}
