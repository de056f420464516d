import { maxDocketLength } from '@redress/contract/console/funds';
import { callApi } from '../api/api-client.ts';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { TextArea, TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { allocationsKey } from './allocation-queries.ts';

/** A dialog that asks to set money aside for open claims, by order of the court. */
export function ReserveClaims(props: {
  readonly fundId: string;
  readonly claims: readonly string[];
  readonly onRequested: () => void;
  readonly onClose: () => void;
}) {
  const { fundId: fund, onClose } = props;
  const { send, errorOf, ...sending } = useSend();
  const { values, field } = useFields({ docket: '', claims: props.claims.join('\n'), reason: '' }, errorOf);
  const claims = values.claims.split(/\D+/).filter((number) => number !== '');
  const ask = async () => {
    const body = { ...values, fund, claims };
    if (!(await send(() => callApi('POST /allocations/reserve', { body }), allocationsKey))) return;
    props.onRequested();
    onClose();
  };
  return (
    <Modal
      title="Move claims into the reserve"
      description="The next scenario sets money aside for them instead of waiting. A second person must approve it."
      onClose={onClose}
    >
      <SendForm
        noValidate
        savesByKey
        sending={sending}
        onSubmit={ask}
        button="Ask for approval"
        busy="Asking …"
        blocked={claims.length === 0 && 'Name at least one claim.'}
        inDialog
      >
        <TextInput
          label="Docket number of the order"
          autoComplete="off"
          maxLength={maxDocketLength}
          {...field('docket')}
        />
        <TextArea label="Claim numbers" rows={4} {...field('claims')} />
        <TextArea label="Why" maxLength={1_000} {...field('reason')} />
      </SendForm>
    </Modal>
  );
}
