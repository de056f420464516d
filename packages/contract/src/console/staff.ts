import { type Static, Type } from 'typebox';
import { noContent } from './schema-parts.ts';

export const roles = ['viewer', 'call-center', 'mailroom', 'reviewer', 'supervisor', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The names of the roles on screens. */
export const roleLabels: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  'call-center': 'Call center',
  mailroom: 'Mailroom',
  reviewer: 'Reviewer',
  supervisor: 'Supervisor',
  finance: 'Finance',
  admin: 'Administrator',
};
const RoleSchema = Type.Enum([...roles]);

/** In place of a case ID, it means every case of the settlement. */
export const everyCase = '*';

export const RoleInCaseSchema = Type.Object({
  caseId: Type.String({ maxLength: 100, description: '`*`: every case' }),
  role: RoleSchema,
});
export type RoleInCase = Static<typeof RoleInCaseSchema>;

export const signInMethods = ['passkey', 'oidc', 'password'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/**
 * A role grants permissions in one case. `contact`: see names, addresses, phone numbers and email
 * addresses, which are masked otherwise. `answers`: see all answers and documents. `supervise`:
 * assign, release, sample, and change many claims at once. `letters`: prepare and queue letters.
 * `mail`: record returned mail and bounces, and see the addresses of letters. `fund`: see the ledgers
 * of funds, and enter what they received and paid. `approve-allocation`: see allocations, and
 * approve freezing one.
 */
export const permissions = [
  'figures',
  'claims',
  'contact',
  'search',
  'answers',
  'notes',
  'members',
  'import-members',
  'reveal-tax-id',
  'export',
  'export-tax-ids',
  'approve',
  'staff',
  'access-log',
  'team-views',
  'decide',
  'supervise',
  'letters',
  'mail',
  'fund',
  'approve-allocation',
] as const;
export type Permission = (typeof permissions)[number];

/** The signed-in person, and the facts about the settlement that the console needs. */
const StaffSessionSchema = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  roles: Type.Array(RoleInCaseSchema),
  permissions: Type.Record(Type.Enum([...permissions]), Type.Array(Type.String()), {
    description: 'The cases in which the person has each permission',
  }),
  method: Type.Enum([...signInMethods], { description: 'How the person signed in' }),
  secondsLeft: Type.Integer({ description: 'Until the session ends, unless it is used' }),
  isExtendable: Type.Boolean({ description: 'Use makes the session last longer; otherwise, its longest time ends' }),
  settlement: Type.Object({
    name: Type.String(),
    timeZone: Type.String(),
    cases: Type.Array(Type.Object({ id: Type.String(), caption: Type.String() })),
    forms: Type.Array(
      Type.Object({
        id: Type.String(),
        caseId: Type.String(),
        title: Type.String(),
        deadline: Type.String({ description: 'The last day to file (`YYYY-MM-DD`)' }),
      }),
    ),
    hasClassMembers: Type.Boolean({ description: 'Whether logins or requests for lost IDs need class members' }),
    hasIdRequests: Type.Boolean({ description: 'Whether people can ask for lost IDs' }),
  }),
});
export type StaffSession = Static<typeof StaffSessionSchema>;

export const staffApi = {
  'GET /session': { summary: 'Who is signed in, and what they may do', response: { 200: StaffSessionSchema } },
  'DELETE /session': { summary: 'Sign out', response: noContent },
};
