import { describeBulk } from '@redress/contract/console/claim-labels';
import {
  type BulkAction,
  type BulkKind,
  type BulkSelection,
  bulkWithoutSecondPerson,
  type NewBulkJob,
} from '@redress/contract/console/bulk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Checkboxes, Select } from '../ui/choices.tsx';
import { TextArea, TextInput, useField } from '../ui/text-field.tsx';
import { formatCounted } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { bulkOptionsQuery } from './bulk-queries.ts';
import { readShares, ShareFields, type Shares } from './share-fields.tsx';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { Sentences } from '../ui/sentences.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';

const explanations: Readonly<Record<BulkKind, string>> = {
  assign: 'Each person’s claims appear in their queue.',
  approve:
    'Each claim is approved for the amount its form calculates. Claims that are decided, incomplete, or open with a reviewer are skipped.',
  deficient:
    'Claimants must cure the deficiency. Queue their letters under Letters afterward. Claims that are decided or open with a reviewer are skipped.',
  deny: 'Each denial waits for a second person, who releases or declines it individually. Claims that are open with a reviewer or decided are skipped; those that wait for documents are not.',
  reopen:
    'Their decisions no longer apply, and the claims return to their queues, marked as reopened. Claims without a current decision, or decided again in the meantime, are skipped.',
  letter:
    'Each claim gets the letter that its decision needs, by email or post. Claims whose decision has had its letter are skipped.',
};

/** Choices besides the reviewers: back to the queue, or shared among several reviewers. */
const queue = 'queue';
const several = 'several';

interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly total: number;
  readonly selection: BulkSelection;
  readonly onClose: () => void;
}

/** Confirms an action on many claims, and collects its inputs. */
export function BulkDialog({ kind, total, selection, onClose }: BulkDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { send, requestId, ...sending } = useSend();
  const needsOptions = kind === 'assign' || kind === 'deficient' || kind === 'deny';
  const options = useQuery({
    ...bulkOptionsQuery(needsOptions ? kind : 'assign', selection),
    enabled: needsOptions,
  });
  const to = useField();
  const [shares, setShares] = useState<Shares>({});
  const [reassigns, setReassigns] = useState(false);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const survivor = useField();
  const reason = useField();
  const [isTried, setTried] = useState(false);
  const needsSecond = total > bulkWithoutSecondPerson;
  const needsReason = needsSecond || kind === 'reopen';
  const count = formatCounted(total, 'claim');
  const isDuplicate = options.data?.reasons.some((each) => each.isDuplicate && reasons.includes(each.id)) === true;
  const action = readAction();
  const preview = useQuery({
    queryKey: ['bulk', 'preview', selection, action],
    queryFn: () =>
      typeof action === 'string'
        ? Promise.reject(new Error(action))
        : callApi('POST /bulk/preview', { body: { selection, action } }),
    enabled: typeof action !== 'string',
    staleTime: 0,
    gcTime: 0,
  });

  function readAction(): BulkAction | string {
    switch (kind) {
      case 'assign':
        if (to.value === several) return readShares(shares, reassigns);
        return to.value === '' ? 'Choose a person.' : { kind, to: to.value === queue ? null : to.value };
      case 'deficient':
        return reasons.length === 0 ? 'Choose at least one reason.' : { kind, reasons: [...reasons] };
      case 'deny':
        if (reasons.length === 0) return 'Choose at least one reason.';
        if (!isDuplicate) return { kind, reasons: [...reasons] };
        if (survivor.value.trim() === '') return { kind, reasons: [...reasons], earliestCounts: true };
        if (!/\d{9}/.test(survivor.value)) return 'Enter the number of the claim that counts.';
        return { kind, reasons: [...reasons], survivingClaim: survivor.value.trim() };
      case 'approve':
      case 'letter':
      case 'reopen':
        return { kind };
    }
  }
  const missing =
    typeof action === 'string'
      ? action
      : needsReason && reason.value.trim() === ''
        ? `Say why${needsSecond ? ', for the second person' : ''}.`
        : undefined;
  const submit = () => {
    setTried(true);
    if (missing !== undefined || typeof action === 'string') return;
    const body: NewBulkJob = {
      id: requestId(),
      selection,
      action,
      ...(reason.value.trim() !== '' && { reason: reason.value }),
    };
    void send(async () => {
      const job = await callApi('POST /bulk', { body });
      await queries.invalidateQueries({ queryKey: ['bulk'] });
      await navigate(`/bulk/${job.id}`);
    });
  };
  // The dialog opens complete, with the focus in its first field.
  if (options.isLoading) return null;
  const what = describeBulk(kind, count);
  return (
    <Modal title={what} description={explanations[kind]} onClose={onClose}>
      <SendForm
        noValidate
        sending={sending}
        problem={isTried ? missing : undefined}
        onSubmit={submit}
        button={needsSecond ? `Ask to ${what.charAt(0).toLowerCase()}${what.slice(1)}` : what}
        busy="Starting …"
        blocked={
          kind === 'deny' && needsSecond
            ? `Choose at most ${bulkWithoutSecondPerson} claims: a second person reviews each denial.`
            : preview.data?.changesNone === true && 'Every one of these claims would be skipped.'
        }
        inDialog
      >
        {needsOptions && (
          <QueryState query={options}>
            {(data) =>
              kind === 'assign' ? (
                <>
                  <Select
                    label="To"
                    empty="Choose a person"
                    options={[
                      [queue, 'No one: return to the queue'],
                      ...(data.reviewers.length > 1 ? [[several, 'Several people, by percent'] as const] : []),
                      ...data.reviewers.map(({ id, name }) => [id, name] as const),
                    ]}
                    {...to}
                  />
                  {to.value === queue && (
                    <p className="soft">
                      The claims are available to all reviewers, including any that are open with a reviewer.
                    </p>
                  )}
                  {to.value === several && (
                    <ShareFields
                      {...{ shares, reassigns }}
                      reviewers={data.reviewers}
                      onChange={setShares}
                      onReassign={setReassigns}
                    />
                  )}
                </>
              ) : (
                <Checkboxes
                  legend="Reasons"
                  options={data.reasons.map((each) => [each.id, each.label] as const)}
                  values={reasons}
                  onChange={setReasons}
                />
              )
            }
          </QueryState>
        )}
        {isDuplicate && (
          <TextInput
            label="Claim that counts (optional)"
            hint="Enter its number, if the selected claims are all its duplicates. If it is one of them, it is skipped. Without a number, the earliest duplicate of each claim counts, and claims without an earlier one are skipped."
            autoComplete="off"
            {...survivor}
          />
        )}
        {/* What the approver will see: sums, flags and scores. */}
        {typeof action !== 'string' && (
          <QueryState query={preview} skeleton={<Skeleton lines={3} />}>
            {({ description }) => <Sentences className="notice" text={description} />}
          </QueryState>
        )}
        {needsReason && (
          <TextArea
            label="Why"
            hint={
              needsSecond
                ? `Actions on more than ${bulkWithoutSecondPerson} claims need a second person, who reads this and approves exactly these claims.`
                : 'Added as a note to each claim.'
            }
            maxLength={1_000}
            {...reason}
          />
        )}
        {kind === 'approve' && !needsSecond && (
          <p className="soft">Each late or large claim needs a second approval.</p>
        )}
      </SendForm>
    </Modal>
  );
}
