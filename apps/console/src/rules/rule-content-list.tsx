import type { RuleCase, RuleVersion } from '@redress/contract/console/rules';
import { describeCondition, outcomeLabels } from './describe-condition.ts';

/** Shows the outcome of a version of a rule, and its conditions in words. */
export function RuleContentList({
  version,
  ofCase,
}: {
  readonly version: RuleVersion;
  readonly ofCase: RuleCase | undefined;
}) {
  return (
    <>
      <p>{outcomeLabels[version.outcome]} that meet all of these conditions:</p>
      <ul>
        {version.conditions.map((condition) => (
          <li key={JSON.stringify(condition)}>{describeCondition(condition, ofCase)}</li>
        ))}
      </ul>
    </>
  );
}
