import { everyCase, type Permission, type Role, type RoleInCase, roles } from '@redress/contract/console/staff';

/** docs/console.md has the same table. */
const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['figures', 'claims', 'export'],
  'call-center': ['figures', 'claims', 'contact', 'search', 'notes'],
  mailroom: ['claims', 'search', 'mail'],
  reviewer: [
    ...(['figures', 'claims', 'contact', 'search', 'answers', 'notes', 'members'] as const),
    ...(['reveal-tax-id', 'export', 'decide', 'letters'] as const),
  ],
  supervisor: [
    ...(['figures', 'claims', 'contact', 'search', 'answers', 'notes', 'members'] as const),
    ...(['import-members', 'reveal-tax-id', 'export', 'export-tax-ids', 'approve', 'team-views'] as const),
    ...(['decide', 'supervise', 'letters', 'mail', 'approve-allocation'] as const),
  ],
  finance: [
    'figures',
    'claims',
    'contact',
    'reveal-tax-id',
    'export',
    'export-tax-ids',
    'approve',
    'fund',
    'approve-allocation',
  ],
  admin: ['staff', 'access-log', 'approve'],
};

/** The cases in which a person has each permission. */
export type PermittedCases = Readonly<Record<Permission, readonly string[]>>;

/** @param cases all cases of the settlement */
export function permittedCases(roles: readonly RoleInCase[], cases: readonly string[]): PermittedCases {
  const casesWith = (permission: Permission) =>
    cases.filter((caseId) =>
      roles.some(
        (each) => [caseId, everyCase].includes(each.caseId) && permissionsOfRole[each.role].includes(permission),
      ),
    );
  return mapPermissions(casesWith);
}

export const rolesWith = (permission: Permission): Role[] =>
  roles.filter((role) => permissionsOfRole[role].includes(permission));

/** Returns a value for each permission. */
export const mapPermissions = <Value>(read: (permission: Permission) => Value): Record<Permission, Value> => ({
  figures: read('figures'),
  claims: read('claims'),
  contact: read('contact'),
  search: read('search'),
  answers: read('answers'),
  notes: read('notes'),
  members: read('members'),
  'import-members': read('import-members'),
  'reveal-tax-id': read('reveal-tax-id'),
  export: read('export'),
  'export-tax-ids': read('export-tax-ids'),
  approve: read('approve'),
  staff: read('staff'),
  'access-log': read('access-log'),
  'team-views': read('team-views'),
  decide: read('decide'),
  supervise: read('supervise'),
  letters: read('letters'),
  mail: read('mail'),
  fund: read('fund'),
  'approve-allocation': read('approve-allocation'),
});
