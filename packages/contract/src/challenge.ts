import { Type } from 'typebox';

/** A challenge of ALTCHA 2. The proof is base64 of `{ challenge, solution }` as JSON. */
export const ChallengeSchema = Type.Object({
  parameters: Type.Object({
    algorithm: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
    cost: Type.Integer(),
    keyLength: Type.Integer(),
    keyPrefix: Type.String(),
    keySignature: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Type.Integer({ description: 'Seconds since 1970' })),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: 'The purpose of the challenge, signed with the rest',
      }),
    ),
  }),
  signature: Type.Optional(Type.String()),
});
