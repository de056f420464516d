import { type Static, Type } from 'typebox';
import { EmailSchema, NameSchema } from './sign-in.ts';
import { RoleInCaseSchema } from './staff.ts';
import { moment, noContent, nullable, uuidParams, versionHeaders } from './schema-parts.ts';

export const RolesSchema = Type.Array(RoleInCaseSchema, { maxItems: 60 });

/** An account without its secrets. */
export const PersonSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  state: Type.Enum(['invited', 'active', 'disabled']),
  roles: RolesSchema,
  /** These roles wait for a second person. */
  requestedRoles: RolesSchema,
  lastSignInAt: nullable(moment()),
  methods: Type.Object({ passkeys: Type.Integer(), password: Type.Boolean(), oidc: Type.Boolean() }),
  /** The expiry of the link sent to the person. Null without a link. */
  linkExpiresAt: nullable(moment()),
  /** The account that sent the invitation. Null if the operator sent it. */
  invitedBy: nullable(Type.String()),
  version: Type.Integer({ description: 'For `If-Match`' }),
});
export type Person = Static<typeof PersonSchema>;

const PeopleSchema = Type.Object({
  people: Type.Array(PersonSchema),
  needsSecondPerson: Type.Boolean({
    description: 'Another admin has to approve new roles, because there has been one',
  }),
});
export type People = Static<typeof PeopleSchema>;

const InviteSchema = Type.Object({ name: NameSchema, email: EmailSchema, roles: RolesSchema });

/** The console shows the link once. */
const NewLinkSchema = Type.Object({
  link: Type.String(),
  expiresAt: moment(),
  mailed: Type.Boolean({ description: 'It was also sent by email' }),
});
export type NewLink = Static<typeof NewLinkSchema>;

const InvitedSchema = Type.Object({ person: PersonSchema, ...NewLinkSchema.properties });
export type Invited = Static<typeof InvitedSchema>;

const ChangeRolesSchema = Type.Object({ roles: RolesSchema, reason: Type.String({ maxLength: 1_000 }) });
const ChangeStateSchema = Type.Object({ disabled: Type.Boolean() });

export const StaffSessionRowSchema = Type.Object({
  id: Type.String(),
  device: Type.String({ description: 'The browser’s own description' }),
  method: Type.Enum(['passkey', 'oidc', 'password']),
  startedAt: moment(),
  lastUsedAt: moment(),
  isCurrent: Type.Boolean(),
});
export type StaffSessionRow = Static<typeof StaffSessionRowSchema>;
const StaffSessionsSchema = Type.Object({ sessions: Type.Array(StaffSessionRowSchema) });

export const staffAdminApi = {
  'GET /staff': { summary: 'All accounts', response: { 200: PeopleSchema } },
  'POST /staff': { summary: 'Invite a colleague', body: InviteSchema, response: { 201: InvitedSchema } },
  'POST /staff/:id/invitation': {
    summary: 'A new link for a person who has not used theirs',
    params: uuidParams,
    response: { 200: NewLinkSchema },
  },
  'DELETE /staff/:id/invitation': {
    summary: 'Withdraw an invitation',
    params: uuidParams,
    response: { 200: PersonSchema },
  },
  'PUT /staff/:id/roles': {
    summary: 'Set the roles of another person; new ones may wait for a second person',
    params: uuidParams,
    headers: versionHeaders,
    body: ChangeRolesSchema,
    response: { 200: PersonSchema },
  },
  'PUT /staff/:id/state': {
    summary: 'Disable the account of another person, or enable it',
    params: uuidParams,
    headers: versionHeaders,
    body: ChangeStateSchema,
    response: { 200: PersonSchema },
  },
  'GET /staff/:id/sessions': {
    summary: 'The sessions of a person',
    params: uuidParams,
    response: { 200: StaffSessionsSchema },
  },
  'DELETE /staff/:id/sessions/:sessionId': {
    summary: 'End a session of a person',
    params: Type.Object({ ...uuidParams.properties, sessionId: Type.String({ format: 'uuid' }) }),
    response: noContent,
  },
};
