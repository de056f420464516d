import type { Allocation, FundPlan, NewAllocation } from '@redress/contract/console/allocations';
import { formatPercent } from '@redress/contract/funds';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { Select } from '../ui/choices.tsx';
import { dayOf, readDollars } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { allocationsKey } from './allocation-queries.ts';

const limitLabels = { minimum: 'Minimum', floor: 'Floor', cap: 'Cap' } as const;
const limitNames = ['minimum', 'floor', 'cap'] as const;
type LimitName = keyof typeof limitLabels;
const keyOf = (pool: string, name: LimitName) => `limits.${pool}.${name}`;

/** A dialog that computes a new scenario, from the plan's limits or those of another scenario. */
export function NewScenario({
  funds,
  fundId,
  start,
  frozen,
  onClose,
}: {
  readonly funds: readonly FundPlan[];
  /** Empty for the first fund. */
  readonly fundId: string;
  /** The scenario whose limits and day it begins with. */
  readonly start?: Pick<Allocation, 'asOf' | 'limits'> | undefined;
  /** The ID of the frozen allocation that it adds to, which pays one pool. */
  readonly frozen?: string | undefined;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const { timeZone } = useSession().settlement;
  const { send, errorOf, requestId, ...sending } = useSend();
  const [chosen, setChosen] = useState(fundId);
  const fund = funds.find(({ id }) => id === chosen) ?? funds[0];
  const { values, field, problemOf, checkComplete } = useFields(
    () => ({ name: '', asOf: (frozen === undefined && start?.asOf) || dayOf(timeZone, new Date()), pool: '' }),
    errorOf,
  );
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => startTexts(start?.limits ?? {}));
  if (!fund) return null;
  const paidPool = fund.pools.find(({ id }) => id === values.pool)?.id ?? fund.pools[0]?.id ?? '';
  const shown = frozen === undefined ? fund.pools : fund.pools.filter(({ id }) => id === paidPool);
  // A supplement pays no more than the frozen allocation, so only its minimum can differ.
  const names: readonly LimitName[] = frozen === undefined ? limitNames : ['minimum'];
  const textOf = (of: FundPlan['pools'][number], limit: LimitName) => typed[keyOf(of.id, limit)] ?? of[limit] ?? '';

  async function compute(plan: FundPlan): Promise<void> {
    const limits: NewAllocation['limits'] = {};
    const name = values.name.trim();
    const { asOf } = values;
    const missing: Record<string, string> = {
      ...(name === '' && { name: 'Enter a name, such as “Minimum $10”.' }),
      ...(asOf === '' && { asOf: 'Enter the date.' }),
    };
    for (const each of shown)
      for (const limit of names) {
        const text = textOf(each, limit).trim();
        const amount = text === '' ? '' : readDollars(text);
        if (amount === undefined)
          missing[keyOf(each.id, limit)] = 'Enter dollars and cents, such as 10.00, or nothing for no limit.';
        else if (Number(amount || '-1') !== Number(each[limit] ?? '-1'))
          limits[each.id] = { ...limits[each.id], [limit]: amount || null };
      }
    if (!checkComplete(missing)) return;
    const body = {
      id: requestId(),
      fund: plan.id,
      name,
      asOf,
      limits,
      ...(frozen !== undefined && { supplements: { id: frozen, pool: paidPool } }),
    };
    if (await send(() => callApi('POST /allocations', { body }), allocationsKey)) {
      onClose();
      void navigate(`/allocations/${body.id}`);
    }
  }

  return (
    <Modal
      title={frozen === undefined ? 'New scenario' : 'Supplement'}
      description={
        frozen === undefined
          ? 'It counts claims as of the newest seal, which is at most a minute old.'
          : 'It pays claims of one pool that the frozen allocation couldn’t pay, at the same rate or less, from what is left over and what was reserved.'
      }
      onClose={onClose}
    >
      <SendForm noValidate sending={sending} onSubmit={() => compute(fund)} button="Compute" busy="Starting …" inDialog>
        {funds.length > 1 && (
          <Select
            label="Fund"
            options={funds.map(({ id, title }) => [id, title])}
            value={fund.id}
            onChange={(id) => {
              setChosen(id);
              setTyped({});
            }}
          />
        )}
        <TextInput label="Name" autoComplete="off" maxLength={80} {...field('name')} />
        <TextInput label="Net fund as of" hint="Ledger entries up to this date count." type="date" {...field('asOf')} />
        {frozen !== undefined && fund.pools.length > 1 && (
          <Select
            label="Pool"
            options={fund.pools.map(({ id, title }) => [id, title])}
            {...field('pool')}
            value={paidPool}
          />
        )}
        {shown.map((each) => (
          <fieldset key={each.id}>
            <legend className="field-label">{`${each.title}, ${formatPercent(each.share)} of the net fund`}</legend>
            <div className="limits">
              {names.map((limit) => {
                const key = keyOf(each.id, limit);
                return (
                  <TextInput
                    key={key}
                    label={limitLabels[limit]}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder="None"
                    error={problemOf(key)}
                    value={textOf(each, limit)}
                    onChange={(text) => setTyped({ ...typed, [key]: text })}
                  />
                );
              })}
            </div>
            {each.capMultiple !== null && (
              <p className="soft">{`By the plan, at most ${each.capMultiple} of what a claim counts, too.`}</p>
            )}
          </fieldset>
        ))}
        <p className="soft">
          <span>Payments below the minimum aren’t made.</span>{' '}
          {frozen === undefined && (
            <span>
              A floor raises small payments, and a cap limits large ones. The limits of the plan are filled in; change
              them to see their effect.
            </span>
          )}
        </p>
      </SendForm>
    </Modal>
  );
}

const startTexts = (limits: Allocation['limits']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([pool, changed]) =>
      limitNames.flatMap((name) => {
        const amount = changed[name];
        return amount === undefined ? [] : [[keyOf(pool, name), amount ?? '']];
      }),
    ),
  );
