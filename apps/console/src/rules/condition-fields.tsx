import type { RuleCase } from '@redress/contract/console/rules';
import { Checkboxes, Select } from '../ui/choices.tsx';
import { TextInput } from '../ui/text-field.tsx';
import { completeDraft, type ConditionDraft, type Control, controlsOf } from './condition-draft.ts';

/** The controls of one condition. */
export function ConditionFields({
  draft,
  ofCase,
  onChange,
}: {
  readonly draft: ConditionDraft;
  readonly ofCase: RuleCase;
  readonly onChange: (draft: ConditionDraft) => void;
}) {
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

function ConditionControl({
  control: { label, as, options = [] },
  value,
  onChange,
}: {
  readonly control: Control;
  readonly value: string | readonly string[];
  readonly onChange: (value: string | readonly string[]) => void;
}) {
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
