import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { Field } from './field.tsx';

interface ChoicesProps<Value extends string> {
  readonly legend: ReactNode;
  /** Each value with its label. */
  readonly options: readonly (readonly [value: Value, label: ReactNode])[];
  readonly error?: string | false | undefined;
  readonly className?: string;
}

/** Chooses one of several values. */
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

interface SelectProps<Value extends string> extends Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> {
  readonly ref?: Ref<HTMLSelectElement>;
  /** The label of the empty choice, whose value is ''. If absent, a value is required. */
  readonly empty?: string;
  /** Each value with its label. */
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value | '';
  readonly onChange: (value: Value | '') => void;
}

/** Chooses one of several values from a drop-down list. */
export function Select<Value extends string>({ ref, empty, options, value, onChange, ...field }: SelectProps<Value>) {
  return (
    <Field {...field} isChosen={empty !== undefined && value !== ''}>
      {(control) => (
        <select
          {...control}
          ref={ref}
          value={value}
          onChange={({ target }) => onChange(options.find(([each]) => each === target.value)?.[0] ?? '')}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Chooses any of several values, and keeps their order. */
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

type CheckboxProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: ReactNode;
  readonly onChange: (isChecked: boolean) => void;
};

/** One choice that is on or off. */
export const Checkbox = ({ label, onChange, ...input }: CheckboxProps) => (
  <label className="check">
    <input {...input} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
    <span>{label}</span>
  </label>
);

function Choices<Value extends string>({
  legend,
  options,
  error,
  className = 'choices',
  children,
}: ChoicesProps<Value> & { readonly children: (value: Value) => ReactNode }) {
  const errorId = useId();
  const hasError = error !== undefined && error !== false;
  return (
    <fieldset className={className} aria-describedby={hasError ? errorId : undefined}>
      <legend className="field-label">{legend}</legend>
      {hasError && (
        <p className="field-error" role="alert" id={errorId}>
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
