import { describeFlagCounts } from '@redress/contract/console/flag-counts';
import { formatMoney } from '@redress/contract/console/format-figure';
import type { RuleRun } from '@redress/contract/console/rules';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { TextArea } from '../ui/text-field.tsx';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';
import { ruleQuery } from './rule-queries.ts';

/** Asks a second person to release the results of a dry run. */
export function ReleaseDialog({ run, onClose }: { readonly run: RuleRun; readonly onClose: () => void }) {
  const { send, ...sending } = useSend();
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const submit = async () => {
    setEmpty(reason.trim() === '');
    if (reason.trim() === '') return;
    const isAsked = await send(
      () => callApi('POST /rules/runs/:id/release', { params: { id: run.id }, body: { reason } }),
      ruleQuery(run.rule),
    );
    if (isAsked) onClose();
  };
  const { approve = 0, queue = 0, amount = '0', flags } = run.result ?? {};
  return (
    <Modal
      title="Ask for release"
      description={`${formatCounted(approve, 'claim')} to approve for ${formatMoney(amount)}, and ${formatCounted(queue, 'claim')} to queue. Another supervisor approves exactly this list. Claims that change before then are skipped.`}
      onClose={onClose}
    >
      {flags && approve > 0 && <p className="notice">Of the claims to approve: {describeFlagCounts(flags.approve)}</p>}
      <SendForm noValidate sending={sending} onSubmit={submit} button="Ask for release" busy="Asking …" inDialog>
        <TextArea
          label="Reason, for the second person"
          hint="What you checked, for example the sample of the dry run. This is permanent."
          error={isEmpty ? 'Say why.' : undefined}
          rows={3}
          maxLength={1_000}
          value={reason}
          onChange={setReason}
        />
      </SendForm>
    </Modal>
  );
}
