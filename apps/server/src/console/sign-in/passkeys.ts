import { cleanText } from '../clean-text.ts';
import type { RowHashes } from '../../platform/history/entries.ts';
import type { NewPasskey, PasskeyProof, SignInMethods } from '@redress/contract/console/sign-in';
import { isIP } from 'node:net';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, keyedHash } from '../../platform/keys/keys.ts';

type PasskeyContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'publicUrl' | 'settlement'>;

/** Its certificate parsers take 7 MB, which a server without passkeys does not need. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Every authenticator supports Ed25519, ES256 or RS256. Node calls newer ones experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

export function signInMethods({ publicUrl, oidc }: Pick<ConsoleContext, 'publicUrl' | 'oidc'>): SignInMethods {
  // Browsers support passkeys only for host names.
  const passkeys = isIP(publicUrl.hostname.replace(/^\[|\]$/g, '')) === 0;
  return { passkeys, oidc: oidc?.name ?? null };
}

/** The owner of a passkey. Authenticators store the ID. */
interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Options for a new passkey.
 * @param isFirst the new passkey replaces the person's existing ones, which may be on the same
 *   device
 */
export async function createPasskeyOptions(
  context: PasskeyContext,
  owner: PasskeyOwner,
  { boundTo, isFirst }: { readonly boundTo: string; readonly isFirst: boolean },
) {
  const existing = isFirst ? [] : await passkeysOf(context.database, owner.id);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: context.settlement.site.name,
    rpID: context.publicUrl.hostname,
    userID: Buffer.from(owner.id.replaceAll('-', ''), 'hex'),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: createStaffChallenge(context, { purpose: 'new-passkey', boundTo }),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A verified passkey that can be stored. */
export type VerifiedPasskey = Awaited<ReturnType<typeof verifyNewPasskey>>;

/** @throws ProblemError if the answer does not fit the challenge, or is from another site */
export async function verifyNewPasskey(context: PasskeyContext, passkey: NewPasskey, boundTo: string) {
  const { origin, hostname } = context.publicUrl;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: (challenge) => spendStaffChallenge(context, challenge, { purpose: 'new-passkey', boundTo }),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => undefined);
  if (!verified?.registrationInfo)
    throw consoleProblem(
      'sign-in-failed',
      'The passkey was not accepted. Try again, and confirm it with your fingerprint, face or PIN.',
    );
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: String(credential.counter),
    transports: passkey.response.transports ?? [],
    backed_up: credentialBackedUp,
  };
}

/** Returns details for the history. @throws ProblemError if an account has the passkey already */
export async function addPasskey(
  { database, keys }: Pick<ConsoleContext, 'database' | 'keys'>,
  passkey: VerifiedPasskey,
  owner: { readonly staffId: string; readonly name: string; readonly at: Date },
): Promise<RowHashes> {
  const added = await database
    .insertInto('staff_passkeys')
    .values({
      ...passkey,
      staff_id: owner.staffId,
      name: cleanText(owner.name) || 'Passkey',
      created_at: owner.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added)
    throw consoleProblem(
      'conflict',
      'This passkey belongs to an account already. Create another one, or sign in with it.',
    );
  return hashRow('staff_passkeys', added, keys);
}

/**
 * Options to prove an identity with a passkey.
 * @param staffId allows only the passkeys of this person
 */
export async function proofOptions(context: PasskeyContext, use: ChallengeUse, staffId?: string) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: context.publicUrl.hostname,
    challenge: createStaffChallenge(context, use),
    userVerification: 'required',
    allowCredentials: staffId === undefined ? [] : await passkeysOf(context.database, staffId),
  });
}

/** The person whose passkey answered a challenge; undefined if it is unknown or wrong. */
export async function verifyPasskey(
  context: PasskeyContext,
  proof: PasskeyProof,
  use: ChallengeUse,
): Promise<{ readonly staffId: string } | undefined> {
  const { database, publicUrl } = context;
  const id = Buffer.from(proof.id, 'base64url');
  const stored = await database.selectFrom('staff_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!stored) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: proof,
    expectedChallenge: (challenge) => spendStaffChallenge(context, challenge, use),
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    requireUserVerification: true,
    credential: {
      id: proof.id,
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.counter),
    },
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  // A copy of the authenticator would report an old number.
  const { numUpdatedRows } = await database
    .updateTable('staff_passkeys')
    .set({ counter: String(newCounter), backed_up: credentialBackedUp, last_used_at: context.now() })
    .where('id', '=', id)
    .where('counter', '=', stored.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { staffId: stored.staff_id } : undefined;
}

async function passkeysOf(database: Database, staffId: string) {
  const rows = await database
    .selectFrom('staff_passkeys')
    .select(['id', 'transports'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, transports }) => ({ id: id.toString('base64url'), transports }));
}

/** Long enough to find a security key in a bag. */
const lifetimeMs = 5 * 60_000;

const nonceBytes = 16;
const timeBytes = 6;
const hashBytes = 32;
const signedBytes = nonceBytes + timeBytes + hashBytes;

/** The purpose of a challenge. */
interface ChallengeUse {
  readonly purpose: 'sign-in' | 'new-passkey' | 'approve';
  /** The session, account or link that may answer it. Empty for a sign-in. */
  readonly boundTo: string;
  /** The content that is approved. Its hash is part of the challenge, so a passkey signs it. */
  readonly covers?: string;
}

type ChallengeContext = Pick<ConsoleContext, 'database' | 'keys' | 'now'>;

/**
 * Creates a challenge for a passkey: nonce, expiry, SHA-256 of `covers`, and a keyed hash of these
 * and its use. Nothing is stored until it is answered, so strangers cannot fill the database.
 */
function createStaffChallenge({ keys, now }: ChallengeContext, use: ChallengeUse): Buffer<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now().getTime() + lifetimeMs, 0, timeBytes);
  const signed = Buffer.concat([randomBytes(nonceBytes), time, hash('sha256', use.covers ?? '', 'buffer')]);
  return Buffer.concat([signed, sign(keys['staff-challenges'], signed, use)]);
}

/** Accepts each challenge once. The answer's signature must be verified, too. */
async function spendStaffChallenge(
  { database, keys, now }: ChallengeContext,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== signedBytes + hashBytes) return false;
  const signed = bytes.subarray(0, signedBytes);
  const isOurs = acceptedKeys(keys, 'staff-challenges').some((key) =>
    timingSafeEqual(bytes.subarray(signedBytes), sign(key, signed, use)),
  );
  const expiresAt = new Date(bytes.readUIntBE(nonceBytes, timeBytes));
  if (!isOurs || expiresAt < now()) return false;
  if (!signed.subarray(nonceBytes + timeBytes).equals(hash('sha256', use.covers ?? '', 'buffer'))) return false;
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('captcha_used')
    .values({ challenge: bytes.subarray(0, nonceBytes), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function sign(key: Buffer, signed: Buffer, { purpose, boundTo }: ChallengeUse): Buffer {
  return keyedHash(key, `${purpose} ${boundTo} ${signed.toString('hex')}`);
}
