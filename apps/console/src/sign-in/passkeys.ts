import type { NewPasskey, PasskeyProof } from '@redress/contract/console/sign-in';
import { ApiError } from '../api/api-client.ts';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

export type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
export type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Explains to the person why the browser provided no passkey. */
const passkeyError = (detail: string) => new ApiError('device', 0, detail);

/** Creates a passkey. @throws ApiError */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewPasskey> {
  try {
    const { id, rawId, type, clientExtensionResults: _, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    };
  } catch (error) {
    throw explain(error);
  }
}

/** Signs a challenge with a passkey. @throws ApiError */
export async function provePasskey(optionsJSON: RequestOptions): Promise<PasskeyProof> {
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    };
  } catch (error) {
    throw explain(error);
  }
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = error instanceof WebAuthnError ? error.code : '';
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return passkeyError(
      'This device already has a passkey for your account. Use that one, or add a passkey on another device.',
    );
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || error.name === 'SecurityError')
    return passkeyError('Passkeys work only at the console’s own address. Ask the operator for it.');
  if (code.startsWith('ERROR_AUTHENTICATOR_') || error.name === 'NotSupportedError')
    return passkeyError('This device can’t store a passkey that verifies you. Try another device.');
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return passkeyError('The passkey wasn’t used because the prompt was closed or timed out. Try again.');
  return error.message.includes('not supported in this browser')
    ? passkeyError('This browser doesn’t support passkeys. Use a newer browser, or a password.')
    : error;
}
