import './rules.css';
import { type RuleCase, type RuleContent, type Rules, maxRuleName } from '@redress/contract/console/rules';
import { formatMoney } from '@redress/contract/console/format-figure';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { BulkJobs, bulkStatusLabels } from '../bulk/bulk-jobs.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/choices.tsx';
import { formatCounted } from '../ui/format.ts';
import { useMoments } from '../ui/moments.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useRowKeys } from '../ui/row-keys.ts';
import { Table, TableSkeleton } from '../ui/table.tsx';
import { TextInput, useField } from '../ui/text-field.tsx';
import { useSend } from '../ui/use-send.ts';
import { RuleForm } from './rule-form.tsx';
import { rulesQuery } from './rule-queries.ts';

const focusOnce = (field: HTMLElement | null) => field?.focus();

const columns = ['Rule', 'Case', 'Version', 'Last dry run'];

/** `/rules`: rules that approve or queue claims, and the latest actions on many claims. */
export function Component() {
  const rules = useQuery(rulesQuery);
  const [isNew, setNew] = useState(false);
  return (
    <Page
      title="Rules"
      actions={
        <Button aria-expanded={isNew} onClick={() => setNew(!isNew)}>
          {isNew ? 'Cancel' : 'New rule'}
        </Button>
      }
    >
      <p>
        A rule approves claims or queues them for review. It never denies one. A dry run shows which claims meet it;
        nothing is decided until its result is released, which a second person approves.
      </p>
      <QueryState query={rules} skeleton={<TableSkeleton columns={columns} rows={4} />}>
        {(data) => (
          <>
            {isNew && <NewRule rules={data} />}
            {(!isNew || data.rules.length > 0) && <RuleList rules={data} />}
          </>
        )}
      </QueryState>
      <BulkJobs />
    </Page>
  );
}

function RuleList({ rules: { rules, cases } }: { readonly rules: Rules }) {
  const { formatMoment } = useMoments();
  useRowKeys();
  if (rules.length === 0)
    return (
      <EmptyState title="No rules yet" reason="Choose New rule above. A rule changes nothing until it is released." />
    );
  return (
    <Table label="Rules" columns={columns}>
      {rules.map(({ id, caseId, name, newest, lastRun }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={`/rules/${id}`}>{name}</Link>
          </th>
          <td>{cases.find((each) => each.id === caseId)?.name ?? caseId}</td>
          <td>
            {newest.version} <span className="soft">by {newest.by}</span>
          </td>
          <td className="long-text">
            {lastRun === null
              ? 'Never'
              : `${formatMoment(lastRun.askedAt)}: ${
                  lastRun.result
                    ? `${formatCounted(lastRun.result.approve, 'claim')} to approve for ${formatMoney(lastRun.result.amount)}, ${lastRun.result.queue.toLocaleString('en-US')} to queue`
                    : bulkStatusLabels[lastRun.status]
                }`}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NewRule({ rules: { cases } }: { readonly rules: Rules }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sending = useSend();
  const name = useField();
  const [isUnnamed, setUnnamed] = useState(false);
  const [ofCase, setCase] = useState<RuleCase | undefined>(cases[0]);
  if (!ofCase) return null;
  const create = (content: RuleContent) => {
    setUnnamed(name.value.trim() === '');
    if (name.value.trim() === '') return;
    void sending.send(async () => {
      const body = { caseId: ofCase.id, name: name.value, ...content };
      const created = await callApi('POST /rules', { body });
      await queries.invalidateQueries({ queryKey: ['rules'] });
      await navigate(`/rules/${created.id}`);
    });
  };
  return (
    <section className="panel" aria-labelledby="new-rule">
      <h2 id="new-rule">New rule</h2>
      <RuleForm key={ofCase.id} ofCase={ofCase} sending={sending} submitLabel="Create rule" onSubmit={create}>
        <TextInput
          ref={focusOnce}
          label="Name"
          error={isUnnamed && name.value.trim() === '' ? 'Give the rule a name.' : undefined}
          autoComplete="off"
          maxLength={maxRuleName}
          {...name}
        />
        {cases.length > 1 && (
          <Select
            label="Case"
            options={cases.map(({ id, name: label }) => [id, label])}
            value={ofCase.id}
            onChange={(chosen) => setCase(cases.find(({ id }) => id === chosen))}
          />
        )}
      </RuleForm>
    </section>
  );
}
