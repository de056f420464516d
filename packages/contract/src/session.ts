import { type Static, Type } from 'typebox';

const loggedIn = { noticeId: Type.String(), name: Type.String() };
/** The class member who is logged in. The name is masked (`J••• D••`). */
export const LoginSchema = Type.Object({
  ...loggedIn,
  mailed: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Answers that the notice gives, by field, masked (`12•• M••• St`). Sent as they are, the server fills in what they stand for',
    }),
  ),
});
export type Login = Static<typeof LoginSchema>;

/** Has seconds instead of a time, because device clocks may be wrong. */
export const ActiveLoginSchema = Type.Object({
  ...LoginSchema.properties,
  secondsLeft: Type.Integer({ description: 'Until the login ends, unless another call renews it' }),
});
export type ActiveLogin = Static<typeof ActiveLoginSchema>;

/** `late`: the deadline has passed, and claims are accepted and marked late. */
export const FilingStateSchema = Type.Union([Type.Literal('open'), Type.Literal('late'), Type.Literal('closed')]);
export type FilingState = Static<typeof FilingStateSchema>;

export const SessionSchema = Type.Object({
  login: Type.Union([ActiveLoginSchema, Type.Null()]),
  filings: Type.Record(Type.String(), FilingStateSchema, { description: 'By form id' }),
  captcha: Type.Object({ provider: Type.Literal('altcha') }),
  savesForms: Type.Boolean({ description: 'Whether an unfinished form can be saved, which takes a mail server' }),
});
export type Session = Static<typeof SessionSchema>;

export const ClaimReceiptSchema = Type.Object({
  claimNumber: Type.String({ pattern: '^[0-9]{10}$' }),
  dateCreated: Type.String({ format: 'date-time' }),
});
export type ClaimReceipt = Static<typeof ClaimReceiptSchema>;

/** `claim` is the newest one filed under this Notice ID. */
export const CredentialsAnswerSchema = Type.Object({
  ...loggedIn,
  claim: Type.Optional(ClaimReceiptSchema),
});
export type CredentialsAnswer = Static<typeof CredentialsAnswerSchema>;
