import { type ReactNode, type Ref, useId, useState } from 'react';

/** Its content renders on first opening: hundreds of cells would block the page. */
export function Disclosure(props: {
  readonly heading: string;
  readonly children: () => ReactNode;
  readonly beginsOpen?: boolean;
  readonly ref?: Ref<HTMLDetailsElement>;
}) {
  const { heading, children, beginsOpen = false, ref } = props;
  const [wasOpened, setWasOpened] = useState(beginsOpen);
  return (
    <details className="data-part" open={beginsOpen} onToggle={() => setWasOpened(true)} ref={ref}>
      <summary>{heading}</summary>
      {wasOpened && children()}
    </details>
  );
}

/** Selects one of several values, or none of them. */
export function OptionalSelect<V extends string>(props: {
  readonly label: string;
  readonly none: string;
  readonly values: readonly V[];
  readonly names: Readonly<Record<V, string>>;
  readonly selected: V | undefined;
  readonly onSelect: (value: V | undefined) => void;
}) {
  const { label, none, values, names, selected, onSelect } = props;
  return (
    <LabeledSelect
      label={label}
      value={selected ?? ''}
      options={[['', none], ...values.map((value) => [value, names[value]] as const)]}
      onChange={(chosen) => onSelect(values.find((value) => value === chosen))}
    />
  );
}

/** Has no `name`, so that it is not an answer of the surrounding form. */
export function LabeledSelect(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field data-select">
      <label htmlFor={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
