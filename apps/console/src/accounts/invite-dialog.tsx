import { Dialog } from '@base-ui/react/dialog';
import type { RoleInCase } from '@redress/contract/console/staff';
import type { Invited } from '@redress/contract/console/staff-admin';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Modal } from '../ui/modal.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { NewLinkNotice } from './new-link.tsx';
import { RolesField } from './roles-field.tsx';

/** Invites a colleague by name, email address and roles, and then shows the link. */
export function InviteDialog({
  needsSecondPerson,
  onClose,
}: {
  readonly needsSecondPerson: boolean;
  readonly onClose: () => void;
}) {
  const { errorOf, send, ...sending } = useSend();
  const { values, field } = useFields({ name: '', email: '' }, errorOf);
  const [roles, setRoles] = useState<readonly RoleInCase[]>([]);
  const [invited, setInvited] = useState<Invited>();
  const submit = () =>
    send(async () => setInvited(await callApi('POST /staff', { body: { ...values, roles } })), { queryKey: ['staff'] });
  return (
    <Modal
      title={invited ? `${invited.person.name} is invited` : 'Invite a colleague'}
      keepsOpen={invited !== undefined}
      onClose={onClose}
    >
      {invited ? (
        <>
          <NewLinkNotice link={invited} name={invited.person.name} />
          {invited.person.requestedRoles.length > 0 && (
            <p>The roles take effect once the account is set up and another administrator approves them.</p>
          )}
          <Dialog.Close className="button button-main">Done</Dialog.Close>
        </>
      ) : (
        <SendForm noValidate sending={sending} onSubmit={submit} button="Invite" busy="Inviting …" inDialog>
          <TextInput label="Name" autoComplete="off" maxLength={200} {...field('name')} />
          <TextInput label="Email address" type="email" autoComplete="off" maxLength={320} {...field('email')} />
          <RolesField value={roles} error={errorOf('roles')} onChange={setRoles} />
          {needsSecondPerson && <p>Another administrator must approve the roles after the account is set up.</p>}
        </SendForm>
      )}
    </Modal>
  );
}
