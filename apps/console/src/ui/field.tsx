import { type ReactNode, useId } from 'react';

/** Attributes that connect a control with its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Makes `change` fire when the same file is chosen again, for example after it was saved again. */
export const forgetFile = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
  currentTarget.value = '';
};

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Marks a filter that is in use. */
  readonly isChosen?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

interface FileFieldProps extends Pick<FieldProps, 'label' | 'error'> {
  readonly accept?: string;
  readonly onChoose: (file: File | undefined) => void;
}

/** A field for a file. A click forgets the file that was chosen before. */
export function FileField({ label, error, accept, onChoose }: FileFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept}
          onClick={(event) => {
            forgetFile(event);
            onChoose(undefined);
          }}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
      )}
    </Field>
  );
}

/** A label, a control, a hint and an error. */
export function Field({ label, hint, error, isChosen, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? '' : `${id}-hint`;
  const errorId = error === undefined ? '' : `${id}-error`;
  return (
    <div className="field" data-chosen={isChosen === true || undefined}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {children({
        id,
        'aria-describedby': `${hintId} ${errorId}`.trim() || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
    </div>
  );
}
