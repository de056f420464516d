import './integrity.css';
import '@redress/ui/charts/charts.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { Select } from '../ui/choices.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState, Skeleton } from '../ui/query-state.tsx';
import { Fairness } from './fairness.tsx';
import { fairnessQuery, neutralMarksQuery } from './integrity-queries.ts';
import { MarkList } from './neutral-marks.tsx';
import { RandomSample } from './random-sample.tsx';

/** `/integrity`: false flags by group, the random sample, and neutral values. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const { settlement, permissions } = useSession();
  const cases = settlement.cases.filter(({ id }) => permissions.decide.includes(id));
  const caseId = (cases.find(({ id }) => id === parameters.get('case')) ?? cases[0])?.id;
  if (caseId === undefined)
    return (
      <Page title="Integrity">
        <p>Only reviewers and supervisors can see this page.</p>
      </Page>
    );
  return (
    <Page title="Integrity">
      <p>
        Reviewers’ findings on claims with and without flags. Scores only set the review order. A reviewer makes every
        decision.
      </p>
      {cases.length > 1 && (
        <div className="filters">
          <Select
            label="Case"
            options={cases.map(({ id, caption }) => [id, caption])}
            value={caseId}
            onChange={(value) => setParameters({ case: value }, { replace: true })}
          />
        </div>
      )}
      <OfCase key={caseId} caseId={caseId} />
    </Page>
  );
}

function OfCase({ caseId }: { readonly caseId: string }) {
  const queries = useQueryClient();
  const fairness = useQuery(fairnessQuery(caseId));
  const marks = useQuery(neutralMarksQuery);
  const skeleton = <Skeleton lines={5} />;
  return (
    <>
      <QueryState query={fairness} skeleton={skeleton}>
        {(data) => <Fairness fairness={data} />}
      </QueryState>
      <RandomSample caseId={caseId} />
      <section className="panel" aria-labelledby="marks">
        <h2 id="marks">Shared places and known helpers</h2>
        <QueryState query={marks} skeleton={skeleton}>
          {({ marks: all }) => {
            const ofCase = all.filter((mark) => mark.caseId === caseId);
            return ofCase.length === 0 ? (
              <p>No marks yet. To add one, open a claim and use the form under its signals.</p>
            ) : (
              <MarkList
                marks={ofCase}
                onChanged={() => queries.invalidateQueries({ queryKey: neutralMarksQuery.queryKey })}
              />
            );
          }}
        </QueryState>
      </section>
    </>
  );
}
