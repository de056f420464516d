import { type RuleCase, type RuleContent, ruleOutcomes } from '@redress/contract/console/rules';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Failure } from '../layout/failure.tsx';
import type { useSend } from '../layout/use-send.ts';
import { type ConditionDraft, draftOf, newDraft, readDraft } from './condition-draft.ts';
import { ConditionFields } from './condition-fields.tsx';
import { factLabels, outcomeLabels, ruleFacts } from './describe-condition.ts';

const facts = ruleFacts.map((fact) => ({ fact, label: factLabels[fact] }));

/** What a rule does, and its conditions, which must all be met. */
export function RuleForm({
  ofCase,
  content,
  sending: { isSending, failure },
  submitLabel,
  onSubmit,
  children,
}: {
  readonly ofCase: RuleCase;
  /** Of a rule that is changed. */
  readonly content?: RuleContent;
  readonly sending: Pick<ReturnType<typeof useSend>, 'isSending' | 'failure'>;
  readonly submitLabel: string;
  readonly onSubmit: (content: RuleContent) => void;
  /** Fields before the others. */
  readonly children?: ReactNode;
}) {
  const [outcome, setOutcome] = useState(content?.outcome ?? 'approve');
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(
    () => content?.conditions.map((condition, key) => draftOf(key, condition)) ?? [newDraft(0, 'form', ofCase)],
  );
  const [incomplete, setIncomplete] = useState<readonly number[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = drafts.map((draft) => ({ key: draft.key, condition: readDraft(draft, ofCase) }));
    setIncomplete(read.filter(({ condition }) => !condition).map(({ key }) => key));
    const conditions = read.flatMap(({ condition }) => condition ?? []);
    if (conditions.length === drafts.length && conditions.length > 0) onSubmit({ outcome, conditions });
  };
  const nextKey = 1 + Math.max(-1, ...drafts.map(({ key }) => key));
  return (
    <form className="rule-form" noValidate onSubmit={submit}>
      {children}
      <fieldset className="rule-outcome">
        <legend>What it does</legend>
        {ruleOutcomes.map((each) => (
          <label key={each} className="check">
            <input type="radio" name="outcome" checked={outcome === each} onChange={() => setOutcome(each)} />
            <span>
              {outcomeLabels[each]}
              <span className="field-hint">
                {each === 'approve'
                  ? 'With the recognized amount of the form’s rule. A claim whose amount only a person can say is queued instead.'
                  : 'They are flagged, and reviewers find them in a queue of their own.'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <h3 id="conditions">Conditions, all of which must be met</h3>
      <ol className="rule-conditions" aria-labelledby="conditions">
        {drafts.map((draft, index) => (
          <li key={draft.key} className="panel">
            <fieldset>
              <legend>
                {index + 1}. {factLabels[draft.fact]}
              </legend>
              {incomplete.includes(draft.key) && (
                <p className="field-error" role="alert">
                  Something is missing here, or is not a number.
                </p>
              )}
              <div className="rule-fields">
                <ConditionFields
                  draft={draft}
                  ofCase={ofCase}
                  onChange={(changed) => setDrafts(drafts.map((each) => (each.key === draft.key ? changed : each)))}
                />
              </div>
              <button
                type="button"
                className="link-button"
                onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
              >
                Remove condition {index + 1}
              </button>
            </fieldset>
          </li>
        ))}
      </ol>
      {drafts.length === 0 && <p className="soft">A rule needs at least one condition.</p>}
      <label className="rule-add">
        <span>Add a condition</span>
        <select
          value=""
          onChange={(event) => {
            const chosen = facts.find(({ fact }) => fact === event.target.value);
            if (chosen) setDrafts([...drafts, newDraft(nextKey, chosen.fact, ofCase)]);
          }}
        >
          <option value="">Choose what it is about</option>
          {facts.map(({ fact, label }) => (
            <option key={fact} value={fact}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Failure error={failure} />
      <div className="actions">
        <button type="submit" className="button button-main" disabled={isSending || drafts.length === 0}>
          {isSending ? 'Saving …' : submitLabel}
        </button>
      </div>
    </form>
  );
}
