import { Dialog } from '@base-ui/react/dialog';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { RuleRun } from '@redress/contract/console/rules';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { Failure } from '../ui/failure.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { useSend } from '../ui/use-send.ts';

/** Asks a second person to release what a dry run found. */
export function ReleaseDialog({ run, onClose }: { readonly run: RuleRun; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  const [reason, setReason] = useState('Checked the sample of the dry run.');
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(reason.trim() === '');
    if (reason.trim() === '') return;
    void send(async () => {
      await callApi('POST /rules/runs/:id/release', { params: { id: run.id }, body: { reason } });
      await queries.invalidateQueries({ queryKey: ['rules', run.rule] });
      onClose();
    });
  };
  const { approve = 0, queue = 0, amount = '0' } = run.result ?? {};
  return (
    <Modal
      title="Ask for release"
      description={`${formatCounted(approve, 'claim')} to approve for ${formatMoney(amount)}, and ${formatCounted(queue, 'claim')} to queue. Another supervisor approves exactly this list. Claims that change until then are skipped.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <TextArea
          label="Reason, for the second person"
          error={isEmpty ? 'Say why.' : undefined}
          rows={3}
          maxLength={1_000}
          value={reason}
          onChange={setReason}
        />
        <Failure error={failure} />
        <div className="actions">
          <button type="submit" className="button button-main" disabled={isSending}>
            {isSending ? 'Asking …' : 'Ask for release'}
          </button>
          <Dialog.Close className="button">Cancel</Dialog.Close>
        </div>
      </form>
    </Modal>
  );
}
