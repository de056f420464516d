import { type ReactNode, useId } from 'react';

interface ChoicesProps<Value extends string> {
  readonly legend: ReactNode;
  /** Each value with its label. */
  readonly options: readonly (readonly [value: Value, label: ReactNode])[];
  readonly error?: string | false | undefined;
  readonly className?: string;
}

/** One of several values. */
export function Radios<Value extends string>({
  value,
  onChange,
  ...props
}: ChoicesProps<Value> & { readonly value: Value | null | undefined; readonly onChange: (value: Value) => void }) {
  const name = useId();
  return (
    <Choices {...props}>
      {(each) => <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />}
    </Choices>
  );
}

/** Any of several values, in their order. */
export function Checkboxes<Value extends string>({
  values,
  onChange,
  ...props
}: ChoicesProps<Value> & {
  readonly values: readonly string[];
  readonly onChange: (values: Value[]) => void;
}) {
  const all = props.options.map(([value]) => value);
  return (
    <Choices {...props}>
      {(each) => (
        <input
          type="checkbox"
          checked={values.includes(each)}
          onChange={({ target }) =>
            onChange(all.filter((value) => (value === each ? target.checked : values.includes(value))))
          }
        />
      )}
    </Choices>
  );
}

function Choices<Value extends string>({
  legend,
  options,
  error,
  className = 'choices',
  children,
}: ChoicesProps<Value> & { readonly children: (value: Value) => ReactNode }) {
  return (
    <fieldset className={className}>
      <legend className="field-label">{legend}</legend>
      {error !== undefined && error !== false && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {options.map(([value, label]) => (
        <label key={value} className="check">
          {children(value)}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
