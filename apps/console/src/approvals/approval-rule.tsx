import type { Approval } from '@redress/contract/console/approvals';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RuleContentList } from '../rules/rule-content-list.tsx';
import { ruleQuery, rulesQuery } from '../rules/rule-queries.ts';
import { QueryState } from '../ui/query-state.tsx';

/** Describes the conditions of the version of a rule that is released. */
export function ApprovalRule({ rule: { id, name, version } }: { readonly rule: NonNullable<Approval['rule']> }) {
  // A version never changes, but what was read of the rule before may not have it yet.
  const rule = useQuery({ ...ruleQuery(id), queryKey: ['rules', id, version], refetchInterval: false });
  const { data: known } = useQuery(rulesQuery);
  return (
    <>
      <QueryState query={rule}>
        {({ caseId, versions }) =>
          versions
            .filter((each) => each.version === version)
            .map((each) => (
              <RuleContentList
                key={version}
                version={each}
                ofCase={known?.cases.find((ofCase) => ofCase.id === caseId)}
              />
            ))
        }
      </QueryState>
      <p>
        <Link to={`/rules/${id}`}>Open the rule {name}</Link>
      </p>
    </>
  );
}
