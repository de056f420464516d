import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { describeBulk } from '@redress/contract/console/claim-labels';
import { maxSampleSize, type Sample, type Samples } from '@redress/contract/console/quality';
import { formatCourtDay } from '@redress/contract/language';
import { callApi } from '../api/api-client.ts';
import { useSession } from '../api/use-session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formNames } from '../claim-list/form-names.ts';
import { Select } from '../ui/choices.tsx';
import { dayOf, formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { numeric, Table } from '../ui/table.tsx';
import { useNames } from '../ui/use-names.ts';
import { TextInput } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import { samplesQuery } from './quality-queries.ts';

/** Samples of decisions, and the form that draws one. */
export function Component() {
  const samples = useQuery(samplesQuery);
  const { permissions } = useSession();
  return (
    <Page title="Quality">
      <p>
        A sample contains random decisions that took effect. A second person decides each claim again without seeing the
        first decision. If the two differ, a third person settles it.
      </p>
      {/* Reviews that wait come before the form. */}
      <h2>Samples</h2>
      <QueryState query={samples}>{({ samples: all }) => <SampleTable samples={all} />}</QueryState>
      {/* Not before the list, which would move it away under a click. */}
      {permissions.supervise.length > 0 && !samples.isPending && (
        <SampleForm
          cases={permissions.supervise}
          deciders={samples.data?.deciders ?? []}
          sources={samples.data?.sources ?? []}
        />
      )}
    </Page>
  );
}

function SampleTable({ samples }: { readonly samples: readonly Sample[] }) {
  const { formatMoment } = useMoments();
  const { caseName, formName } = useNames();
  if (samples.length === 0)
    return (
      <EmptyState
        title="No samples yet"
        reason="When a supervisor draws a sample of decisions, it appears here for second review."
      />
    );
  return (
    <Table
      label="Samples"
      columns={[
        'Drawn',
        'Decisions from',
        numeric('Claims'),
        numeric('Reviewed'),
        numeric('To settle'),
        numeric('Overturned'),
      ]}
    >
      {samples.map((sample) => (
        <tr key={sample.id}>
          <td>
            <Link className="nowrap" to={`/quality/${sample.id}`}>
              {formatMoment(sample.madeAt)}
            </Link>
            <br />
            <span className="soft">by {sample.madeBy}</span>
          </td>
          <td>
            <span>
              {[
                caseName(sample.caseId),
                ...(sample.formId === null ? [] : [formName(sample.formId)]),
                ...(sample.decidedBy === null ? [] : [`by ${sample.decidedBy}`]),
              ].join(', ')}
            </span>
            <br />
            <span className="soft">
              {formatCourtDay(sample.fromDay)} to {formatCourtDay(sample.toDay)}
            </span>
          </td>
          <td className="number">
            {formatCount(sample.claims)} of {formatCount(sample.population)}
          </td>
          <td className="number">{formatCount(sample.reviewed)}</td>
          <td className="number">{formatCount(sample.disagreed)}</td>
          <td className="number">{formatCount(sample.overturned)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The first draw is usually of the latest decisions. */
const defaultDays = 30;

/** Describes a run of a rule or a bulk action by what it did. */
const describeSource = ({ kind, rule, claims }: Samples['sources'][number]): string =>
  kind === 'release'
    ? `Rule “${rule ?? ''}”: ${formatCounted(claims, 'claim')}`
    : describeBulk(kind, formatCounted(claims, 'claim'));

function SampleForm(props: { readonly cases: readonly string[] } & Readonly<Pick<Samples, 'deciders' | 'sources'>>) {
  const { cases } = props;
  const { settlement } = useSession();
  const { formatMoment } = useMoments();
  const { caseName } = useNames();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [caseId, setCase] = useState(cases[0] ?? '');
  const courtDay = (moment: number | string) => dayOf(settlement.timeZone, new Date(moment));
  const { errorOf, requestId, renewId, send, ...sending } = useSend();
  const { values, setValues, field, checkComplete } = useFields(
    () => ({
      formId: '',
      fromDay: courtDay(Date.now() - defaultDays * 86_400_000),
      toDay: courtDay(Date.now()),
      decidedBy: '',
      sourceId: '',
      size: '50',
    }),
    errorOf,
  );
  const isOfCase = ({ caseIds }: { readonly caseIds: readonly string[] }) => caseIds.includes(caseId);
  const [deciders, sources] = [props.deciders.filter(isOfCase), props.sources.filter(isOfCase)];
  const forms = formNames(settlement, [caseId]);
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

  const submit = async () => {
    const { fromDay, toDay } = values;
    const size = Number(values.size);
    const missing = {
      ...(fromDay === '' && { fromDay: 'Choose the first day.' }),
      ...(toDay === '' && { toDay: 'Choose the last day.' }),
      ...(!(Number.isInteger(size) && size >= 1 && size <= maxSampleSize) && {
        size: `Enter a number from 1 to ${formatCount(maxSampleSize)}.`,
      }),
    };
    if (!checkComplete(missing)) return;
    const id = requestId();
    const isDone = await send(() =>
      callApi('POST /quality', {
        body: {
          id,
          caseId,
          fromDay,
          toDay,
          size,
          formId: orNull(values.formId),
          decidedBy: orNull(values.decidedBy),
          sourceId: orNull(values.sourceId),
        },
      }),
    );
    if (!isDone) return;
    await queries.invalidateQueries({ queryKey: samplesQuery.queryKey });
    await navigate(`/quality/${id}`);
  };
  return (
    <SendForm
      className="panel"
      noValidate
      aria-labelledby="new-sample"
      sending={sending}
      // Other parameters make another sample, also while one is being drawn.
      onChange={renewId}
      onSubmit={submit}
      button="Draw the sample"
      busy="Drawing …"
    >
      <h2 id="new-sample">Draw a sample</h2>
      <Select
        label="Case"
        options={cases.map((each) => [each, caseName(each)])}
        value={caseId}
        onChange={(chosen) => {
          setCase(chosen);
          setValues({ ...values, formId: '', decidedBy: '', sourceId: '' });
        }}
      />
      <Select
        label="Form"
        empty="Every form"
        options={forms.map(({ value, label }) => [value, label])}
        {...field('formId')}
      />
      <TextInput label="Decisions that took effect from" type="date" {...field('fromDay')} />
      <TextInput label="To" type="date" {...field('toDay')} />
      <Select
        label="Decided by"
        empty="All staff and rules"
        options={deciders.map((each) => [each.id, each.name])}
        {...field('decidedBy')}
      />
      <Select
        label="Rule or bulk action"
        empty="Any"
        options={sources.map((source) => [source.id, `${formatMoment(source.at)}: ${describeSource(source)}`])}
        {...field('sourceId')}
        onChange={(sourceId) => {
          const day = sources.find((source) => source.id === sourceId)?.at ?? Date.now();
          const fromDay = [values.fromDay, courtDay(day)].toSorted()[0] ?? '';
          setValues({ ...values, sourceId, fromDay });
        }}
      />
      <TextInput label="Number of claims" inputMode="numeric" {...field('size')} />
    </SendForm>
  );
}
