import type { IntegrityModel, IntegrityModels } from '@redress/contract/console/integrity';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../api/api-client.ts';
import { useCan } from '../api/use-session.ts';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Table } from '../ui/table.tsx';
import { useSend } from '../ui/use-send.ts';
import { formatPoints, scoreNames } from './describe-score.ts';
import { modelsQuery } from './integrity-queries.ts';

const states: Readonly<Record<IntegrityModel['status'], string>> = {
  fitted: 'Not used',
  asked: 'Waits for a second person',
  active: 'In use',
  retired: 'No longer used',
  declined: 'Declined',
};

/** The models of a case, what they changed, and the way to use a new one. */
export function Models({ caseId, data }: { readonly caseId: string; readonly data: IntegrityModels }) {
  const maySupervise = useCan('supervise', caseId);
  const models = data.models.filter((model) => model.caseId === caseId);
  const { verdicts = 0, sampled = 0 } = data.verdicts.find((each) => each.caseId === caseId) ?? {};
  const active = models.find(({ status }) => status === 'active');
  return (
    <>
      <p>
        {active
          ? `Model ${active.id} scores the claims of this case.`
          : 'The published weights score the claims of this case.'}{' '}
        {formatCounted(verdicts, 'claim')} with a verdict, {formatCount(sampled)} of them from random samples.
      </p>
      {maySupervise && <Fit caseId={caseId} verdicts={verdicts} min={data.minVerdicts} />}
      {models.length === 0 ? (
        <p className="soft">No model was fitted yet.</p>
      ) : (
        <ul className="integrity-list">
          {models.map((model) => (
            <li key={model.id}>
              <ModelItem model={model} maySupervise={maySupervise} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Fit({ caseId, verdicts, min }: { readonly caseId: string; readonly verdicts: number; readonly min: number }) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  const fit = () =>
    send(async () => {
      await callApi('/integrity-models', { method: 'POST', body: { caseId } });
      await queries.invalidateQueries({ queryKey: modelsQuery.queryKey });
    });
  const isTooFew = verdicts < min;
  return (
    <>
      <Failure error={failure} />
      {isTooFew && <p id="too-few">A model needs at least {min} claims with a verdict.</p>}
      <button
        type="button"
        className="button"
        disabled={isSending || isTooFew}
        aria-describedby={isTooFew ? 'too-few' : undefined}
        onClick={() => void fit()}
      >
        {isSending ? 'Fitting …' : 'Fit a model to the verdicts'}
      </button>
    </>
  );
}

function ModelItem({ model, maySupervise }: { readonly model: IntegrityModel; readonly maySupervise: boolean }) {
  const { formatMoment } = useMoments();
  const { id, status, verdicts, catalog, sha256, fittedAt, fittedBy, askedBy, approvedBy, activatedAt } = model;
  return (
    <>
      <h3>
        Model {id} <span className={status === 'active' ? 'tag tag-good' : 'tag'}>{states[status]}</span>
      </h3>
      <Facts
        rows={[
          ['Fitted', `${formatMoment(fittedAt)} by ${fittedBy.name}, to ${formatCounted(verdicts, 'claim')}`],
          askedBy !== null && ['Asked for by', askedBy.name],
          approvedBy !== null &&
            activatedAt !== null && ['Approved', `${formatMoment(activatedAt)} by ${approvedBy.name}`],
          ['Signals', `Version ${catalog}`],
          [
            'SHA-256',
            <span key="hash" className="figures integrity-text">
              {sha256}
            </span>,
          ],
        ]}
      />
      <Metrics model={model} />
      <Weights model={model} />
      {maySupervise && status === 'fitted' && <AskForModel id={id} />}
    </>
  );
}

const loss = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** What the model finds among the claims that it was fitted to, compared with the published weights. */
function Metrics({ model: { id, metrics } }: { readonly model: IntegrityModel }) {
  const rows = (['duplicate', 'machine'] as const).flatMap((score) => {
    const of = (name: string) => metrics[`${score}${name}`] ?? 0;
    return [
      {
        name: `${scoreNames[score]}: found, of ${formatCount(of('Positive'))}`,
        before: of('FoundBefore'),
        after: of('FoundAfter'),
      },
      { name: `${scoreNames[score]}: false`, before: of('FalseBefore'), after: of('FalseAfter') },
      { name: `${scoreNames[score]}: mean loss`, before: of('LossBefore'), after: of('LossAfter') },
    ];
  });
  return (
    <Table
      label={`Metrics of model ${id}`}
      columns={[
        'Among the claims with a verdict',
        { header: 'Published weights', kind: 'number' },
        { header: 'This model', kind: 'number' },
      ]}
    >
      {rows.map(({ name, before, after }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="number">{loss.format(before)}</td>
          <td className="number">{loss.format(after)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Weights({ model: { id, weights } }: { readonly model: IntegrityModel }) {
  const changed = weights.filter(({ published, fitted }) => published !== fitted);
  return (
    <details className="integrity-details">
      <summary>
        {changed.length === 0
          ? 'No weight differs from the published ones'
          : `${formatCounted(changed.length, 'weight')} of ${formatCount(weights.length)} changed`}
      </summary>
      {changed.length > 0 && (
        <Table
          label={`Weights of model ${id}`}
          columns={[
            'Signal',
            { header: 'Published points', kind: 'number' },
            { header: 'Fitted points', kind: 'number' },
          ]}
        >
          {changed.map(({ signal, level, title, published, fitted }) => (
            <tr key={`${signal}/${level}`}>
              <th scope="row">
                {title} <span className="soft">({level.replaceAll('-', ' ')})</span>
              </th>
              <td className="number">{formatPoints(published)}</td>
              <td className="number">{formatPoints(fitted)}</td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  );
}

function AskForModel({ id }: { readonly id: number }) {
  const queries = useQueryClient();
  const { isSending, failure, send } = useSend();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const ask = async () => {
    setError(reason.trim() === '' ? 'Write why it should be used.' : undefined);
    if (reason.trim() === '' || isSending) return;
    await send(async () => {
      await callApi(`/integrity-models/${id}/request`, { method: 'POST', body: { reason } });
      await queries.invalidateQueries({ queryKey: modelsQuery.queryKey });
    });
  };
  return (
    <form
      aria-label={`Use model ${id}`}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <TextArea
        label="Why should it score claims?"
        hint="A second person decides. All claims of the case are then scored again."
        error={error}
        maxLength={2_000}
        value={reason}
        onChange={setReason}
      />
      <Failure error={failure} />
      <button type="submit" className="button" disabled={isSending}>
        {isSending ? 'Asking …' : `Ask a second person to use model ${id}`}
      </button>
    </form>
  );
}
