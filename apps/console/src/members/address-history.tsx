import type { MemberAddress } from '@redress/contract/console/members';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { workQuery } from '../api/work-query.ts';
import { Button } from '../ui/button.tsx';
import { useMoments } from '../ui/moments.ts';
import { SendForm } from '../ui/send-form.tsx';
import { StateBadge } from '../ui/status-badge.tsx';
import { TextInput, useField } from '../ui/text-field.tsx';
import { useSend } from '../ui/use-send.ts';
import type { AddressProps } from './address-form.tsx';
import { MovedClaims, useMovedClaims } from './claim-mail.tsx';
import { formatAddress } from './format-address.ts';
import { decisionNames, sourceNames } from './member-labels.ts';
import { memberQuery, waitingAddressesQuery } from './member-queries.ts';

/** All addresses of a class member, newest first, and the changes that await a decision. */
export function AddressHistory({ member, onSend, onDone }: AddressProps) {
  const { formatDay, formatMoment } = useMoments();
  const isImportedCurrent = member.currentId === undefined;
  return (
    <ol className="plain-list member-addresses">
      {member.addresses.map((address) => (
        <li key={address.id}>
          <p>
            <bdi>{formatAddress(address.address)}</bdi>{' '}
            {address.id === member.currentId && <StateBadge tone="good">Current</StateBadge>}
            {address.decision === undefined && <StateBadge tone="warn">Awaiting approval</StateBadge>}
            {address.decision === 'declined' && <StateBadge tone="past">Declined</StateBadge>}
          </p>
          <p className="soft">
            {sourceNames[address.source]}: <bdi>{address.reason}</bdi>
          </p>
          <p className="soft">
            {address.askedBy !== undefined && (
              <span>{`Requested by ${address.askedByMe ? 'you' : address.askedBy}, ${formatMoment(address.enteredAt)}. `}</span>
            )}
            {address.decision !== undefined && address.decidedAt !== undefined && (
              <span>{`${address.askedBy === undefined ? 'Added' : decisionNames[address.decision]} by ${address.decidedBy}, ${formatMoment(address.decidedAt)}. `}</span>
            )}
            {address.decisionReason !== undefined && <bdi>{address.decisionReason}</bdi>}
          </p>
          {address.decision === undefined && member.mayCorrect && (
            <DecideAddress {...{ member, address, onSend, onDone }} />
          )}
        </li>
      ))}
      <li>
        <p>
          <bdi>{formatAddress(member.imported) || 'No address'}</bdi>{' '}
          {isImportedCurrent && <StateBadge tone="good">Current</StateBadge>}
        </p>
        <p className="soft">Imported on {formatDay(member.importedAt)}. Imported addresses can’t be changed.</p>
      </li>
    </ol>
  );
}

function DecideAddress(props: AddressProps & { readonly address: MemberAddress }) {
  const { member, address, onSend, onDone } = props;
  const queries = useQueryClient();
  const reason = useField();
  const moved = useMovedClaims(member, address.enteredAt);
  const { errorOf, send, ...sending } = useSend(onSend);
  if (address.askedByMe) return <p>You requested this change, so another person must approve it.</p>;
  const decide = async (decision: 'confirmed' | 'declined') => {
    const { queryKey } = memberQuery(member.noticeId);
    const isDone = await send(async () => {
      const changed = await callApi('POST /members/:noticeId/addresses/:addressId/decision', {
        params: { noticeId: member.noticeId, addressId: address.id },
        headers: { 'if-match': `"${member.version}"` },
        body: { decision, reason: reason.value, ...(decision === 'confirmed' && { claims: moved.claims }) },
      });
      queries.setQueryData(queryKey, changed);
    }, workQuery);
    if (isDone) onDone(decision === 'confirmed' ? `Address confirmed. ${moved.result}` : 'Address declined.');
    else await queries.invalidateQueries({ queryKey });
    await queries.invalidateQueries({ queryKey: waitingAddressesQuery.queryKey });
  };
  return (
    <SendForm
      sending={sending}
      onSubmit={() => decide('confirmed')}
      button="Confirm address"
      beside={
        <Button disabled={sending.isSending} onClick={() => decide('declined')}>
          Decline
        </Button>
      }
    >
      <TextInput label="Reason" hint="Required if you decline." error={errorOf('reason')} {...reason} />
      <MovedClaims moved={moved} error={errorOf('claims')} />
    </SendForm>
  );
}
