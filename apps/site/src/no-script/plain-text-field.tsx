/**
 * A text field of a form that every browser posts natively, or a list of options. Browsers must not offer earlier
 * people's input, so only fields about the person have an `autocomplete` purpose.
 */
export function PlainTextField(props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly isNumeric?: boolean;
  readonly autoComplete?: string | undefined;
  readonly isOptional?: boolean;
  /** With the text of no choice. */
  readonly options?: {
    readonly choose: string;
    readonly of: readonly { readonly value: string; readonly label: string }[];
  };
}) {
  const { name, label, hint, error, value, options } = props;
  const id = `field-${name}`;
  const describedBy = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  const attributes = {
    id,
    name,
    autoComplete: props.autoComplete ?? 'off',
    defaultValue: value,
    'aria-required': props.isOptional ? undefined : true,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options ? (
        <select {...attributes}>
          <option value="">{options.choose}</option>
          {options.of.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...attributes} type="text" inputMode={props.isNumeric ? 'numeric' : undefined} spellCheck={false} />
      )}
      {error !== undefined && (
        <div className="error" id={`${id}-error`}>
          <p>{error}</p>
        </div>
      )}
    </div>
  );
}
