import { Dialog } from '@base-ui/react/dialog';
import type { RoleInCase } from '@redress/contract/console/staff';
import type { NewLink, Person } from '@redress/contract/console/staff-admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Failure, Outcome } from '../ui/failure.tsx';
import { TextArea, useField } from '../ui/text-field.tsx';
import { Modal } from '../ui/modal.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { NewLinkNotice } from './new-link.tsx';
import { describeRole, isSameRole } from './role-descriptions.ts';
import { RolesField } from './roles-field.tsx';
import { SessionList } from './session-list.tsx';

interface PersonDialogProps {
  readonly person: Person;
  readonly needsSecondPerson: boolean;
  readonly onClose: () => void;
}

const versionOf = ({ version }: Person) => ({ 'if-match': `"${version}"` });

/** A colleague's roles, invitation, sessions and account. People cannot change their own. */
export function PersonDialog({ person, needsSecondPerson, onClose }: PersonDialogProps) {
  const queries = useQueryClient();
  const { settlement, person: me } = useSession();
  const [link, setLink] = useState<NewLink>();
  const [done, setDone] = useState('');
  const { isSending, failure, send } = useSend(() => setDone(''));
  const change = async (what: string, action: () => Promise<unknown>) => {
    const isDone = await send(async () => void (await action()));
    await queries.invalidateQueries({ queryKey: ['staff'] });
    if (isDone) setDone(what);
  };
  const setDisabled = (disabled: boolean) =>
    change(disabled ? 'Account disabled. Its sessions have ended.' : 'Account enabled.', () =>
      callApi('PUT /staff/:id/state', { params: { id: person.id }, body: { disabled }, headers: versionOf(person) }),
    );
  const isInviter = person.invitedBy === me.id;
  return (
    <Modal title={person.name} description={person.email} keepsOpen={link !== undefined} onClose={onClose}>
      <Failure error={failure} />
      <Outcome text={done} />
      <p>
        {person.roles.length === 0 ? 'No roles.' : 'Current roles: '}
        {person.roles.map((each) => describeRole(each, settlement.cases)).join(', ')}
      </p>
      {link && <NewLinkNotice key={link.link} link={link} name={person.name} />}
      {person.state === 'invited' && (
        <section aria-label="Invitation">
          <h3>Invitation</h3>
          <p>{person.linkExpiresAt === null ? 'Link expired.' : 'Link not used yet.'}</p>
          {!isInviter && (
            <p>
              Only the person who sent the invitation can make a new link. The operator can also run{' '}
              <code>npm run staff:invite</code>.
            </p>
          )}
          <div className="actions">
            {isInviter && (
              <Button
                disabled={isSending}
                onClick={() =>
                  change('', async () =>
                    setLink(await callApi('POST /staff/:id/invitation', { params: { id: person.id } })),
                  )
                }
              >
                New link
              </Button>
            )}
            <ConfirmButton
              label="Withdraw invitation"
              look="danger"
              disabled={isSending}
              question={`Withdraw the invitation of ${person.name}?`}
              effect="Its link no longer works."
              onConfirm={() =>
                change('Invitation withdrawn.', () =>
                  callApi('DELETE /staff/:id/invitation', { params: { id: person.id } }),
                )
              }
            />
          </div>
        </section>
      )}
      <RolesForm person={person} needsSecondPerson={needsSecondPerson} />
      <Sessions person={person} />
      <div className="actions">
        {person.state === 'disabled' ? (
          <Button disabled={isSending} onClick={() => setDisabled(false)}>
            Enable account
          </Button>
        ) : (
          <ConfirmButton
            label="Disable account"
            look="danger"
            disabled={isSending}
            question={`Disable the account of ${person.name}?`}
            effect="Their sessions end, and they can’t sign in until an administrator enables the account."
            onConfirm={() => setDisabled(true)}
          />
        )}
        <Dialog.Close className="button">Close</Dialog.Close>
      </div>
    </Modal>
  );
}

/** Changes a colleague's roles, or requests more roles. */
function RolesForm({ person, needsSecondPerson }: Omit<PersonDialogProps, 'onClose'>) {
  const queries = useQueryClient();
  const { cases } = useSession().settlement;
  const [roles, setRoles] = useState<readonly RoleInCase[]>(person.roles);
  const reason = useField();
  const [done, setDone] = useState('');
  const { errorOf, send, ...sending } = useSend(() => setDone(''));
  const isChanged =
    roles.length !== person.roles.length || !roles.every((each) => person.roles.some((held) => isSameRole(held, each)));
  const isAsking = needsSecondPerson && roles.some((each) => !person.roles.some((held) => isSameRole(held, each)));
  const save = async () => {
    const isDone = await send(async () => {
      const saved = await callApi('PUT /staff/:id/roles', {
        params: { id: person.id },
        body: { roles, reason: reason.value },
        headers: versionOf(person),
      });
      setRoles(saved.roles);
      reason.onChange('');
    });
    await queries.invalidateQueries({ queryKey: ['staff'] });
    if (isDone) setDone(isAsking ? 'New roles are awaiting approval.' : 'Roles saved.');
  };
  return (
    <SendForm
      sending={sending}
      onSubmit={save}
      button={isAsking ? 'Request roles' : 'Save roles'}
      busy="Saving …"
      disabled={!isChanged}
      blocked={!isChanged && done === '' && 'No role has changed.'}
      beside={<span role="status">{done}</span>}
    >
      <RolesField
        value={roles}
        error={errorOf('roles')}
        onChange={(next) => {
          setRoles(next);
          setDone('');
        }}
      />
      {person.requestedRoles.length > 0 && (
        <p>Waiting for approval: {person.requestedRoles.map((each) => describeRole(each, cases)).join(', ')}</p>
      )}
      {isAsking && (
        <TextArea
          label="Reason (optional)"
          hint="Another administrator reads this before approving the new roles. This is permanent. Don’t include claimants’ personal data."
          maxLength={1_000}
          {...reason}
        />
      )}
    </SendForm>
  );
}

function Sessions({ person }: { readonly person: Person }) {
  const { isSending, failure, send } = useSend();
  const sessions = useQuery(
    apiQuery(['staff', 'sessions', person.id], 'GET /staff/:id/sessions', { params: { id: person.id } }),
  );
  const end = (id: string) =>
    send(() => callApi('DELETE /staff/:id/sessions/:sessionId', { params: { id: person.id, sessionId: id } }), {
      queryKey: ['staff'],
    });
  return (
    <section aria-label="Sessions">
      <h3>Sessions</h3>
      <Failure error={failure} />
      <QueryState query={sessions}>
        {(data) => <SessionList sessions={data.sessions} isSending={isSending} onEnd={(id) => void end(id)} />}
      </QueryState>
    </section>
  );
}
