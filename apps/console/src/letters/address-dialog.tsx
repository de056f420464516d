import type { Returned } from '@redress/contract/console/letter-batches';
import { formatLetterId } from '@redress/contract/letters';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Select } from '../ui/choices.tsx';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useSend } from '../ui/use-send.ts';
import { batchesQuery, returnedQuery } from './returned-labels.ts';

const sources = [
  ['call', 'A call from the claimant'],
  ['letter', 'A letter from the claimant'],
  ['forwarding', 'The post’s forwarding address'],
  ['skip-trace', 'A search for the person'],
] as const;
const noSource = ['none', 'No other address can be found'] as const;

/** Adds an address for the recipient of a letter, which is then queued again. */
export function AddressDialog({
  letterId,
  cameBack = false,
  onAdded,
  onClose,
}: {
  readonly letterId: string;
  readonly cameBack?: boolean;
  readonly onAdded?: (result: Returned) => void;
  readonly onClose: () => void;
}) {
  const { send, errorOf, ...sending } = useSend();
  const [source, setSource] = useState<(typeof sources)[number][0] | 'none' | ''>('');
  const [text, setText] = useState('');
  const isUndeliverable = source === 'none';
  const submit = () =>
    send(
      async () => {
        if (source === '') return;
        const body = { id: letterId, source, lines: isUndeliverable ? [] : text.split('\n') };
        onAdded?.(await callApi('POST /letter-addresses', { body }));
        onClose();
      },
      returnedQuery,
      batchesQuery,
    );
  return (
    <Modal title={`Address for ${formatLetterId(letterId)}`} onClose={onClose}>
      <SendForm
        sending={sending}
        onSubmit={submit}
        button={isUndeliverable ? 'Mark as undeliverable' : 'Add address'}
        busy={isUndeliverable ? 'Saving …' : 'Adding …'}
        disabled={source === '' || (!isUndeliverable && text.trim() === '')}
        savesByKey
        inDialog
      >
        {!isUndeliverable && (
          <TextArea
            label="Name and address"
            hint="As on the envelope: the name, then at most four lines of up to 40 characters. The last one ends with the ZIP code."
            rows={5}
            error={errorOf('address')}
            value={text}
            onChange={setText}
          />
        )}
        <Select
          label="Source"
          empty="Choose"
          {...(isUndeliverable && {
            hint: 'Nothing more is mailed to this person, and the claim no longer waits for it.',
          })}
          options={cameBack ? [...sources, noSource] : sources}
          value={source}
          onChange={setSource}
        />
      </SendForm>
    </Modal>
  );
}
