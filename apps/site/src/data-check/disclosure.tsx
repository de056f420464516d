import { useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';

/**
 * A collapsible part of the results. Its content renders on first opening: hundreds of cells would
 * block the page.
 */
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
