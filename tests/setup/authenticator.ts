import type { NewPasskey, PasskeyProof } from '@redress/contract/console/sign-in';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The flags say that the user was present and verified, and that a key is attached. */
const flags = { present: 0x01, verified: 0x04, attached: 0x40 } as const;

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** An attacker or a broken authenticator deviates in these parts. */
interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly counter?: number;
}

/** Answers like a browser and its authenticator (WebAuthn level 3, ES256). */
export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  counter = 0;
  userHandle = '';

  constructor(origin = 'http://localhost:4300') {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE encodes kty EC2, alg ES256, crv P-256, x and y.
    const bytes = (text: string) => cborBytes(Buffer.from(text, 'base64url'));
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      Buffer.from('21', 'hex'),
      bytes(x),
      Buffer.from('22', 'hex'),
      bytes(y),
    ]);
  }

  create(options: Options, deviations: Deviations = {}): NewPasskey {
    this.userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attached = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey]);
    const data = Buffer.concat([this.#data(flags.attached, deviations), attached]);
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from('a0', 'hex'),
      cborText('authData'),
      cborBytes(data),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client('webauthn.create', options, deviations).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  prove(options: Options, deviations: Deviations = {}): PasskeyProof {
    const data = this.#data(0, deviations);
    const client = this.#client('webauthn.get', options, deviations);
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), this.#key);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(this.userHandle !== '' && { userHandle: this.userHandle }),
      },
    };
  }

  #client(type: string, { challenge }: Options, deviations: Deviations): Buffer {
    const { origin = this.#origin } = deviations;
    return Buffer.from(
      JSON.stringify({ type, challenge: deviations.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  #data(extra: number, { rpId = new URL(this.#origin).hostname, isVerified = true, counter }: Deviations): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const flag = flags.present | (isVerified ? flags.verified : 0) | extra;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flag), count]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);
}

/** The encoding is for 24 to 255 bytes. */
function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x58, bytes.length), bytes]);
}
