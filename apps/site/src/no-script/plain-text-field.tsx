/**
 * A text field of a form that every browser posts natively. Browsers must not offer earlier
 * people's input, so it has no `autocomplete` purpose.
 */
export function PlainTextField(props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly isNumeric?: boolean;
}) {
  const { name, label, hint, error, value } = props;
  const id = `field-${name}`;
  const describedBy = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        name={name}
        type="text"
        inputMode={props.isNumeric ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        defaultValue={value}
        aria-required
        aria-describedby={describedBy === '' ? undefined : describedBy}
        aria-invalid={error === undefined ? undefined : true}
      />
      {error !== undefined && (
        <div className="error" id={`${id}-error`}>
          <p>{error}</p>
        </div>
      )}
    </div>
  );
}
