import type { ReportList, ReportRequest, Seal } from '@redress/contract/console/reports';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi } from '../api/api-client.ts';
import { Checkboxes } from '../ui/choices.tsx';
import { useMoments } from '../ui/moments.ts';
import { TextInput } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useSend } from '../ui/use-send.ts';

/** Chooses the content of a report, and runs it. */
export function ReportForm({ list }: { readonly list: ReportList }) {
  const { send, ...sending } = useSend();
  // A court asks about one lawsuit, never about several under one title.
  const [cases, setCases] = useState<readonly string[]>(() => list.cases.slice(0, 1).map(({ id }) => id));
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [seal, setSeal] = useState('');
  const [error, setError] = useState<{ readonly field: 'cases' | 'to'; readonly text: string }>();
  const chosenSeal = useSeal(seal, list.newestSeal);
  const isUnknown = chosenSeal.error instanceof ApiError && chosenSeal.error.code === 'not-found';
  const sealError =
    seal !== '' && (isUnknown || !isSealNumber(seal)) ? 'There is no seal with this number.' : undefined;

  function findError(): typeof error {
    if (cases.length === 0) return { field: 'cases', text: 'Choose at least one case.' };
    if (from !== '' && to !== '' && from > to) return { field: 'to', text: 'Choose a date after the first one.' };
    return undefined;
  }

  async function run(): Promise<void> {
    const found = findError();
    setError(found);
    if (found || sealError !== undefined) return;
    const body: ReportRequest = {
      cases: [...cases],
      from: from || null,
      to: to || null,
      ...(seal !== '' && { seal: Number(seal) }),
    };
    await send(() => callApi('POST /reports', { body }), { queryKey: ['reports'] });
  }
  const errorOf = (field: 'cases' | 'to') => (error?.field === field ? error.text : undefined);

  if (!list.newestSeal)
    return (
      <div className="notice">
        <p>There is nothing to report yet. The first claim is sealed within a minute of filing.</p>
      </div>
    );
  return (
    <SendForm className="panel" noValidate sending={sending} onSubmit={run} button="Run the report" busy="Starting …">
      <h2>Run a claims report</h2>
      {list.cases.length > 1 && (
        <Checkboxes
          legend="Cases"
          error={errorOf('cases')}
          options={list.cases.map(({ id, name }) => [id, name])}
          values={cases}
          onChange={setCases}
        />
      )}
      <div className="row">
        <TextInput label="Received from (optional)" type="date" value={from} onChange={setFrom} />
        <TextInput label="Received until (optional)" error={errorOf('to')} type="date" value={to} onChange={setTo} />
      </div>
      <TextInput
        label="As of seal (optional)"
        hint="A seal closes the history of claims every minute. A report counts only what happened up to its seal, so it never changes."
        error={sealError}
        className="report-seal"
        inputMode="numeric"
        autoComplete="off"
        placeholder={`Newest: ${list.newestSeal?.position ?? ''}`}
        value={seal}
        onChange={(text) => setSeal(text.trim())}
      />
      <SealMoment seal={chosenSeal.data} />
    </SendForm>
  );
}

const isSealNumber = (typed: string) => /^[1-9]\d{0,14}$/.test(typed);

/** Returns the seal with the typed number, or the newest one. */
function useSeal(typed: string, newest: Seal | null) {
  return useQuery({
    queryKey: ['seal', typed || newest?.position],
    queryFn: () => (typed === '' ? newest : callApi('GET /reports/seals/:position', { params: { position: typed } })),
    enabled: typed === '' || isSealNumber(typed),
    retry: false,
    initialData: typed === '' && newest ? newest : undefined,
    staleTime: typed === '' ? 0 : Infinity,
  });
}

function SealMoment({ seal }: { readonly seal: Seal | null | undefined }) {
  const { formatMoment } = useMoments();
  if (!seal) return null;
  return (
    <p className="soft">
      Seal {seal.position} was made on {formatMoment(seal.sealedAt)}.
    </p>
  );
}
