import { type Static, Type } from 'typebox';
import {
  NewPasskeySchema,
  NewPasswordSchema,
  NewTotpSchema,
  PasskeyCreationSchema,
  PasskeyNameSchema,
  RecoveryCodesSchema,
  SignInMethodsSchema,
} from './sign-in.ts';
import { StaffSessionRowSchema } from './staff-admin.ts';
import { moment, noContent, nullable, uuidParams } from './schema-parts.ts';

/** The account of the signed-in person, with its sign-in methods and sessions. */
const AccountSchema = Type.Object({
  methods: SignInMethodsSchema,
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      createdAt: moment(),
      lastUsedAt: nullable(moment()),
      isSynchronized: Type.Boolean({ description: 'Kept by a password manager, on several devices' }),
    }),
  ),
  password: nullable(
    Type.Object({
      createdAt: moment(),
      lastUsedAt: nullable(moment()),
      lockedAt: nullable(moment(), 'When too many wrong codes were last entered with the correct password'),
    }),
  ),
  recoveryCodesLeft: Type.Integer(),
  identity: nullable(Type.Object({ issuer: Type.String(), email: Type.String() })),
  sessions: Type.Array(StaffSessionRowSchema),
});
export type Account = Static<typeof AccountSchema>;

const AddPasskeySchema = Type.Object({ name: PasskeyNameSchema, passkey: NewPasskeySchema });
const RenamePasskeySchema = Type.Object({ name: PasskeyNameSchema });

const passkeyParams = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' }) });

export const accountApi = {
  'GET /account': { summary: 'The own ways to sign in, and sessions', response: { 200: AccountSchema } },
  'POST /account/passkey-options': { summary: 'Options to add a passkey', response: { 200: PasskeyCreationSchema } },
  'POST /account/passkeys': { summary: 'Add a passkey', body: AddPasskeySchema, response: noContent },
  'PUT /account/passkeys/:id': {
    summary: 'Rename a passkey',
    params: passkeyParams,
    body: RenamePasskeySchema,
    response: noContent,
  },
  'DELETE /account/passkeys/:id': { summary: 'Remove a passkey', params: passkeyParams, response: noContent },
  'POST /account/totp': { summary: 'A secret for an authenticator app', response: { 200: NewTotpSchema } },
  'PUT /account/password': {
    summary: 'Set a password with an authenticator app; other sessions end',
    body: NewPasswordSchema,
    response: { 200: RecoveryCodesSchema },
  },
  'DELETE /account/password': { summary: 'Remove the password and the recovery codes', response: noContent },
  'POST /account/recovery-codes': {
    summary: 'New recovery codes; the ones before stop working',
    response: { 200: RecoveryCodesSchema },
  },
  'DELETE /account/oidc': { summary: 'Remove the link to the identity provider', response: noContent },
  'DELETE /account/sessions/:id': { summary: 'End an own session', params: uuidParams, response: noContent },
  'DELETE /account/sessions': { summary: 'End all own sessions except this one', response: noContent },
};
