import { type Static, Type } from 'typebox';
import { loginWorkHeader } from '../http-headers.ts';
import { RoleInCaseSchema } from './staff.ts';
import { moment, nullable } from './schema-parts.ts';

const text = (max: number) => Type.String({ minLength: 1, maxLength: max });
const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 8_000 });

// No minimum: the server answers an empty value with an error for its field.
export const NameSchema = Type.String({ maxLength: 200 });
export const EmailSchema = Type.String({ maxLength: 320 });
export const PasskeyNameSchema = Type.String({ minLength: 1, maxLength: 100 });
const PasswordSchema = Type.String({ minLength: 1, maxLength: 200 });
/** The second factor is a code of an authenticator app or a recovery code. */
const SecondFactorSchema = Type.String({ minLength: 1, maxLength: 40 });

const passkeyAnswer = {
  id: Base64Url,
  rawId: Base64Url,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
};

/** Browsers return `RegistrationResponseJSON` for a new passkey. */
export const NewPasskeySchema = Type.Object({
  ...passkeyAnswer,
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(text(30), { maxItems: 10 })),
  }),
});
export type NewPasskey = Static<typeof NewPasskeySchema>;

/** Browsers return `AuthenticationResponseJSON` for an existing passkey. */
export const PasskeyProofSchema = Type.Object({
  ...passkeyAnswer,
  response: Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Base64Url),
  }),
});
export type PasskeyProof = Static<typeof PasskeyProofSchema>;

/** WebAuthn calls these options `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyRequestSchema = Type.Object({ challenge: Type.String() }, { additionalProperties: true });
/** WebAuthn calls these options `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreationSchema = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  },
  { additionalProperties: true },
);

/** This installation offers these ways to sign in. */
export const SignInMethodsSchema = Type.Object({
  /** False when the website's address is an IP address, for which browsers have no passkeys. */
  passkeys: Type.Boolean(),
  oidc: nullable(Type.String({ description: 'The name of the identity provider' })),
});
export type SignInMethods = Static<typeof SignInMethodsSchema>;
const SignInOptionsSchema = Type.Object({
  ...SignInMethodsSchema.properties,
  settlement: Type.String({ description: 'Its name' }),
});

const SignedInSchema = Type.Object({ personId: Type.String() });
export type SignedIn = Static<typeof SignedInSchema>;

const TokenSchema = Type.Object({ token: text(100) });

const SetupLinkSchema = Type.Object({
  kind: Type.Enum(['first', 'invitation', 'recovery'], {
    description: '`first`: the first person of the installation. `recovery`: an existing account',
  }),
  name: Type.String(),
  email: Type.String(),
  roles: Type.Array(RoleInCaseSchema),
  expiresAt: moment(),
  settlement: Type.String(),
  methods: SignInMethodsSchema,
});
export type SetupLink = Static<typeof SetupLinkSchema>;

/** Only the installation's first person can choose the account's email address. */
const newAccount = {
  token: text(100),
  name: NameSchema,
  email: EmailSchema,
  worksWithClaims: Type.Boolean({ description: 'The first person is also reviewer and supervisor' }),
};
const NewAccountSchema = Type.Object(newAccount);
export type NewAccount = Static<typeof NewAccountSchema>;
const SetupPasskeySchema = Type.Object({
  ...newAccount,
  passkeyName: PasskeyNameSchema,
  passkey: NewPasskeySchema,
});

/** Both factors are sent together, so that no answer tells which of them was wrong. */
const PasswordSignInSchema = Type.Object({
  email: EmailSchema,
  password: PasswordSchema,
  code: SecondFactorSchema,
});

export const NewTotpSchema = Type.Object({
  secret: Type.String({ description: 'For typing, in base 32' }),
  address: Type.String({ description: 'For a QR code' }),
  pending: Type.String({ description: 'The secret for the server: sent back with the first code' }),
});
export type NewTotp = Static<typeof NewTotpSchema>;

const newPassword = {
  password: PasswordSchema,
  pending: text(500),
  code: SecondFactorSchema,
};
export const NewPasswordSchema = Type.Object(newPassword);
export type NewPassword = Static<typeof NewPasswordSchema>;
const SetupPasswordSchema = Type.Object({ ...newAccount, ...newPassword });

/** The console shows the codes once. */
export const RecoveryCodesSchema = Type.Object({ codes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>;
const SetUpWithPasswordSchema = Type.Object({ ...SignedInSchema.properties, ...RecoveryCodesSchema.properties });
export type SetUpWithPassword = Static<typeof SetUpWithPasswordSchema>;

export const OidcStartSchema = Type.Object({
  purpose: Type.Enum(['sign-in', 'link', 'setup']),
  /** The console continues on this screen. */
  next: Type.Optional(Type.String({ pattern: '^/(?![/\\\\])', maxLength: 500 })),
  isPopup: Type.Optional(Type.Boolean({ description: 'In a new window, over a screen that stays' })),
  /** Required with the purpose `setup`. */
  account: Type.Optional(NewAccountSchema),
});
export type OidcStart = Static<typeof OidcStartSchema>;

const PasskeySignInSchema = Type.Object({ passkey: PasskeyProofSchema });

export const signInApi = {
  'POST /oidc/start': {
    summary: 'The address at the identity provider, where the browser goes next',
    body: OidcStartSchema,
    response: { 200: Type.Object({ address: Type.String() }) },
  },
  'GET /oidc/callback': {
    summary: 'Receives the browser from the identity provider',
    response: { 303: Type.Null({ description: 'To the console' }) },
  },
  'POST /setup/link': {
    summary: 'The purpose of a set-up link',
    body: TokenSchema,
    response: { 200: SetupLinkSchema },
  },
  'POST /setup/passkey-options': {
    summary: 'Options for the browser to create the first passkey of an account',
    body: NewAccountSchema,
    response: { 200: PasskeyCreationSchema },
  },
  'POST /setup/passkey': {
    summary: 'Set up an account with a passkey, and sign in',
    body: SetupPasskeySchema,
    response: { 200: SignedInSchema },
  },
  'POST /setup/totp': {
    summary: 'A secret for an authenticator app, which a password needs',
    body: NewAccountSchema,
    response: { 200: NewTotpSchema },
  },
  'POST /setup/password': {
    summary: 'Set up an account with a password and an authenticator app, and sign in',
    body: SetupPasswordSchema,
    response: { 200: SetUpWithPasswordSchema },
  },
  'GET /sign-in': { summary: 'The settlement, and the ways to sign in', response: { 200: SignInOptionsSchema } },
  'POST /sign-in/passkey-options': {
    summary: 'Options for the browser to sign in with a passkey',
    response: { 200: PasskeyRequestSchema },
  },
  'POST /sign-in/passkey': {
    summary: 'Sign in with a passkey',
    body: PasskeySignInSchema,
    response: { 200: SignedInSchema },
  },
  'POST /sign-in/password': {
    summary: 'Sign in with a password and a code',
    description: 'The code is of an authenticator app, or a recovery code',
    headers: Type.Object({ [loginWorkHeader]: Type.Optional(Type.String()) }),
    body: PasswordSignInSchema,
    response: { 200: SignedInSchema },
  },
};
