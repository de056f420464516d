import { type Static, Type } from 'typebox';
import { NewPasskeySchema, PasskeyNameSchema, SignInMethodsSchema } from './sign-in.ts';
import { StaffSessionRowSchema } from './staff-admin.ts';

const Time = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([Time, Type.Null()]);

/** The own account: the ways to sign in, and the sessions. */
export const AccountSchema = Type.Object({
  methods: SignInMethodsSchema,
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      createdAt: Time,
      lastUsedAt: NullableTime,
      isSynchronized: Type.Boolean({ description: 'Kept by a password manager, on several devices' }),
    }),
  ),
  password: Type.Union([
    Type.Object({
      createdAt: Time,
      lastUsedAt: NullableTime,
      lockedAt: { ...NullableTime, description: 'When somebody who knows it last entered too many wrong codes' },
    }),
    Type.Null(),
  ]),
  recoveryCodesLeft: Type.Integer(),
  identity: Type.Union([Type.Object({ issuer: Type.String(), email: Type.String() }), Type.Null()]),
  sessions: Type.Array(StaffSessionRowSchema),
});
export type Account = Static<typeof AccountSchema>;

export const AddPasskeySchema = Type.Object({ name: PasskeyNameSchema, passkey: NewPasskeySchema });
export const RenamePasskeySchema = Type.Object({ name: PasskeyNameSchema });
