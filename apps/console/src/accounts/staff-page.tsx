import type { Person } from '@redress/contract/console/staff-admin';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { StateBadge } from '../ui/status-badge.tsx';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { describeRole } from './role-descriptions.ts';
import './staff.css';

const columns = [
  'Name',
  'Roles',
  'Status',
  'Last sign-in',
  'Signs in with',
  { header: 'Action', kind: 'hidden' },
] as const;

export function Component() {
  const staff = useQuery(apiQuery(['staff', 'people'], 'GET /staff'));
  const [open, setOpen] = useState<{ readonly id: string } | 'invite'>();
  const close = () => setOpen(undefined);
  const person = typeof open === 'object' ? staff.data?.people.find(({ id }) => id === open.id) : undefined;
  return (
    <Page
      title="Staff"
      actions={
        <Button look="main" onClick={() => setOpen('invite')}>
          Invite a colleague
        </Button>
      }
    >
      <QueryState query={staff} skeleton={<TableSkeleton columns={columns} rows={4} />}>
        {({ people, needsSecondPerson }) => (
          <>
            {people.length === 1 && (
              <p>
                No one else has an account yet. Invite a second administrator so that role changes require two people.
              </p>
            )}
            <PeopleTable people={people} onOpen={(id) => setOpen({ id })} />
            {open === 'invite' && <InviteDialog {...{ needsSecondPerson }} onClose={close} />}
            {person && <PersonDialog key={person.id} {...{ person, needsSecondPerson }} onClose={close} />}
          </>
        )}
      </QueryState>
    </Page>
  );
}

function PeopleTable({
  people,
  onOpen,
}: {
  readonly people: readonly Person[];
  readonly onOpen: (id: string) => void;
}) {
  const { person: self, settlement } = useSession();
  const { formatMoment } = useMoments();
  return (
    <Table label="Staff" columns={columns} className="staff-table">
      {people.map((person) => (
        <tr key={person.id}>
          <th scope="row">
            {person.name}
            <br />
            <span className="soft">
              <Breakable text={person.email} />
            </span>
          </th>
          <td>
            {person.roles.map((each) => (
              <span key={`${each.role} ${each.caseId}`} className="tag">
                {describeRole(each, settlement.cases)}
              </span>
            ))}
            {person.requestedRoles.map((each) => (
              <span key={`requested ${each.role} ${each.caseId}`} className="tag tag-warn">
                {describeRole(each, settlement.cases)} (awaiting approval)
              </span>
            ))}
            {person.roles.length + person.requestedRoles.length === 0 && <span className="soft">none</span>}
          </td>
          <td>{states[person.state]}</td>
          <td className="nowrap">{person.lastSignInAt === null ? 'Never' : formatMoment(person.lastSignInAt)}</td>
          <td>{describeMethods(person.methods)}</td>
          <td>
            {person.id === self.id ? (
              <span className="soft nowrap">You</span>
            ) : (
              <Button onClick={() => onOpen(person.id)}>
                Manage <span className="visually-hidden">{person.name}</span>
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const states = {
  active: <StateBadge tone="good">Active</StateBadge>,
  invited: <StateBadge tone="warn">Invited</StateBadge>,
  disabled: <StateBadge tone="bad">Disabled</StateBadge>,
} as const;

function describeMethods({ passkeys, password, oidc }: Person['methods']): string {
  const methods = [
    ...(passkeys > 0 ? [formatCounted(passkeys, 'passkey')] : []),
    ...(password ? ['a password'] : []),
    ...(oidc ? ['identity provider'] : []),
  ];
  return methods.join(', ') || 'Nothing yet';
}
