import { bulkWithoutSecondPerson } from '@redress/contract/console/bulk';
import { letterLabels } from '@redress/contract/console/claim-labels';
import type { LetterPreview } from '@redress/contract/console/letters';
import type { LetterDue } from '@redress/contract/letters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useSend } from '../ui/use-send.ts';
import { letterPreviewQuery, lettersKey } from './letter-queries.ts';
import { PreviewedLetters } from './letter-text.tsx';

/** Shows the letters as their claimants will see them, and queues them. */
export function QueueLetters({
  caseId,
  kind,
  onClose,
}: {
  readonly caseId: string;
  readonly kind: LetterDue;
  readonly onClose: () => void;
}) {
  const preview = useQuery(letterPreviewQuery({ caseId, kind }));
  return (
    <Modal
      title={`${letterLabels[kind]} letters`}
      description="Check the letters as claimants will see them. Their text does not change after they are queued."
      onClose={onClose}
    >
      <QueryState query={preview}>
        {(data) => <QueueForm caseId={caseId} kind={kind} preview={data} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function QueueForm({
  caseId,
  kind,
  preview: { claims, letters },
  onClose,
}: {
  readonly caseId: string;
  readonly kind: LetterDue;
  readonly preview: LetterPreview;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const { send, requestId, ...sending } = useSend();
  const [reason, setReason] = useState('');
  const needsSecond = claims > bulkWithoutSecondPerson;
  const count = formatCounted(claims, 'letter');
  const submit = () =>
    send(async () => {
      const body = { id: requestId(), caseId, kind, expected: claims, ...(reason.trim() !== '' && { reason }) };
      await callApi('POST /letters/queue', { body });
      await queries.invalidateQueries({ queryKey: lettersKey });
      await queries.invalidateQueries({ queryKey: ['work'] });
      onClose();
    });
  return (
    <SendForm
      sending={sending}
      onSubmit={submit}
      button={needsSecond ? `Ask to queue ${count}` : `Queue ${count}`}
      busy="Queuing …"
      blocked={
        claims === 0
          ? 'No letters are left to queue.'
          : needsSecond && reason.trim() === '' && 'Give the second person a reason first.'
      }
      inDialog
    >
      <PreviewedLetters letters={letters} />
      {needsSecond && (
        <TextArea
          label="Reason"
          hint="For the second person, who approves more than 100 letters."
          value={reason}
          onChange={setReason}
        />
      )}
    </SendForm>
  );
}
