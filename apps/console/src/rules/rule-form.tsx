import { type RuleCase, type RuleContent, ruleOutcomes } from '@redress/contract/console/rules';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkboxes, Radios, Select } from '../ui/choices.tsx';
import { SendForm } from '../ui/send-form.tsx';
import type { useSend } from '../ui/use-send.ts';
import {
  completeDraft,
  type ConditionDraft,
  type Control,
  controlsOf,
  draftOf,
  needsOne,
  newDraft,
  readDraft,
} from './condition-draft.ts';
import { factLabels, outcomeLabels, ruleFacts } from './describe-condition.ts';
import { TextInput } from '../ui/text-field.tsx';

/** Moves the focus to the first field of an added condition. */
const focusFirst = (condition: HTMLElement | null) => condition?.querySelector<HTMLElement>('input, select')?.focus();

/** Moves the focus to the first condition that lacks a value, which has an error now. */
const focusIncomplete = (form: HTMLElement | null) =>
  requestAnimationFrame(() => focusFirst(form?.querySelector<HTMLElement>('li:has(.field-error)') ?? null));

interface RuleFormProps {
  readonly ofCase: RuleCase;
  /** The rule to change, if it is not new. */
  readonly content?: RuleContent;
  readonly sending: Pick<ReturnType<typeof useSend>, 'isSending' | 'failure'>;
  readonly submitLabel: string;
  readonly onSubmit: (content: RuleContent) => unknown;
  /** Rendered before the other fields. */
  readonly children?: ReactNode;
}

/** A rule's action and its conditions, which must all be met. */
export function RuleForm({ ofCase, content, sending, submitLabel, onSubmit, children }: RuleFormProps) {
  const [outcome, setOutcome] = useState(content?.outcome ?? 'approve');
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(
    () => content?.conditions.map((condition, key) => draftOf(key, condition)) ?? [newDraft(0, 'form', ofCase)],
  );
  /** The subject of the next condition. */
  const [about, setAbout] = useState<ConditionDraft['fact']>('form');
  const adding = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLOListElement>(null);
  /** The most recently added condition. */
  const [added, setAdded] = useState<number>();
  const [incomplete, setIncomplete] = useState<readonly number[]>([]);
  const submit = () => {
    const read = drafts.map((draft) => ({ key: draft.key, condition: readDraft(draft, ofCase) }));
    setIncomplete(read.filter(({ condition }) => !condition).map(({ key }) => key));
    const conditions = read.flatMap(({ condition }) => condition ?? []);
    if (conditions.length === drafts.length && conditions.length > 0) onSubmit({ outcome, conditions });
    else focusIncomplete(list.current);
  };
  const isEmpty = drafts.length === 0;
  const nextKey = 1 + Math.max(-1, ...drafts.map(({ key }) => key));
  return (
    <SendForm
      className="rule-form"
      noValidate
      sending={sending}
      onSubmit={submit}
      button={submitLabel}
      blocked={isEmpty && 'A rule needs at least one condition. Add one above.'}
      busy="Saving …"
    >
      {children}
      <Radios
        legend="What it does"
        options={ruleOutcomes.map((each) => [
          each,
          <>
            {outcomeLabels[each]}
            <span className="field-hint">
              {each === 'approve'
                ? 'Each claim is approved for the amount its form calculates. A claim is queued instead if its amount needs a reviewer, or if it is flagged Possible duplicate or Suspected machine and no condition asks for that flag.'
                : 'They are flagged and appear in a separate review queue.'}
            </span>
          </>,
        ])}
        value={outcome}
        onChange={setOutcome}
      />
      <h3 id="conditions">Conditions (all must be met)</h3>
      <ol ref={list} className="plain-list spaced" aria-labelledby="conditions">
        {drafts.map((draft, index) => (
          <li key={draft.key} ref={draft.key === added ? focusFirst : undefined} className="panel">
            <fieldset>
              <legend>
                {index + 1}. {factLabels[draft.fact]}
              </legend>
              {incomplete.includes(draft.key) && (
                <p className="field-error" role="alert">
                  {describeMissing(draft.fact, controlsOf(draft, ofCase))}
                </p>
              )}
              {needsOne(draft.fact) && <p className="field-hint">Fill in at least one field.</p>}
              <div className="rule-fields">
                <ConditionFields
                  draft={draft}
                  ofCase={ofCase}
                  onChange={(changed) => {
                    setDrafts(drafts.map((each) => (each.key === draft.key ? changed : each)));
                    setIncomplete(incomplete.filter((key) => key !== draft.key));
                  }}
                />
              </div>
              <Button
                look="link"
                onClick={() => {
                  setDrafts(drafts.filter(({ key }) => key !== draft.key));
                  // The button that has the focus disappears.
                  adding.current?.focus();
                }}
              >
                Remove condition {index + 1}
              </Button>
            </fieldset>
          </li>
        ))}
      </ol>
      {/* A button adds the condition, because arrow keys select every option on the way. */}
      <div className="rule-add">
        <Select
          label="Add a condition about"
          ref={adding}
          options={ruleFacts.map((fact) => [fact, factLabels[fact]])}
          value={about}
          onChange={(fact) => setAbout(fact || about)}
        />
        <Button
          onClick={() => {
            setAdded(nextKey);
            setDrafts([...drafts, newDraft(nextKey, about, ofCase)]);
          }}
        >
          Add the condition
        </Button>
      </div>
    </SendForm>
  );
}

/** Says what a condition lacks. */
function describeMissing(fact: ConditionDraft['fact'], controls: readonly Control[]): string {
  if (controls.every(({ as }) => as === 'several')) return 'Choose at least one.';
  return `Enter ${needsOne(fact) ? 'at least one end of the range' : 'a value'}. Amounts and counts are numbers, such as 1250.50.`;
}

interface ConditionFieldsProps {
  readonly draft: ConditionDraft;
  readonly ofCase: RuleCase;
  readonly onChange: (draft: ConditionDraft) => void;
}

/** The controls of one condition. */
function ConditionFields({ draft, ofCase, onChange }: ConditionFieldsProps) {
  const change = (name: string, value: string | readonly string[]) =>
    onChange(completeDraft({ ...draft, values: { ...draft.values, [name]: value } }, ofCase));
  return controlsOf(draft, ofCase).map((control) => (
    <ConditionControl
      key={control.name}
      control={control}
      value={draft.values[control.name] ?? ''}
      onChange={(value) => change(control.name, value)}
    />
  ));
}

interface ConditionControlProps {
  readonly control: Control;
  readonly value: string | readonly string[];
  readonly onChange: (value: string | readonly string[]) => void;
}

function ConditionControl({ control: { label, as, options = [] }, value, onChange }: ConditionControlProps) {
  if (as === 'several') {
    return (
      <Checkboxes
        className="choices choices-columns"
        legend={label}
        options={options}
        values={[value].flat()}
        onChange={onChange}
      />
    );
  }
  if (as === 'one' || as === 'yes-no')
    return <Select label={label} options={options} value={String(value)} onChange={onChange} />;
  return (
    <TextInput
      label={label}
      type={as === 'day' ? 'date' : 'text'}
      autoComplete="off"
      value={String(value)}
      onChange={onChange}
    />
  );
}
