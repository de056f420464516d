import { formatRemoveFile, statusFields } from '@redress/contract/status-page';
import type { StagedUpload } from '@redress/contract/uploads';
import type { StatusMessages } from '../messages/status-messages.ts';
import { FileName } from '../uploads/uploads-field-parts.tsx';

/** The files and the statement for one part of an answer, or for a dispute. */
export function ItemFields(props: {
  /** The ID of a reason, or `dispute`. */
  readonly id: string;
  readonly files: readonly (StagedUpload & { readonly isDocument?: true })[];
  readonly maxFiles: number;
  /** Only the first part says how many files there can be. */
  readonly isFirst: boolean;
  readonly errors: readonly string[];
  readonly typed: string;
  readonly labels: { readonly files: string; readonly statement: string };
  readonly messages: StatusMessages;
}) {
  const { id, files, maxFiles, isFirst, errors, typed, labels, messages } = props;
  const { deficiency } = messages;
  const errorId = errors.length > 0 ? `error-${id}` : undefined;
  const fileInput = (
    <div className="field">
      <label htmlFor={`files-${id}`}>{labels.files}</label>
      {isFirst && (
        <p className="hint" id={`files-hint-${id}`}>
          {deficiency.filesHint(maxFiles)}
        </p>
      )}
      <input
        id={`files-${id}`}
        type="file"
        multiple
        name={`${statusFields.files}${id}`}
        aria-describedby={isFirst ? `files-hint-${id}` : undefined}
      />
      {files.length > 0 && (
        <>
          <p className="hint">{deficiency.staged}</p>
          <ul className="files">
            {files.map((file) => (
              <li className="file" key={file.id}>
                <FileName name={file.name} size={file.size} />
                {file.isDocument !== true && (
                  <button
                    type="submit"
                    name={statusFields.form}
                    value={formatRemoveFile(file.id)}
                    className="button quiet"
                    aria-label={deficiency.removeNamed(file.name)}
                  >
                    {deficiency.remove}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
  return (
    <div className={errors.length > 0 ? 'field bad' : undefined}>
      {maxFiles > 0 && fileInput}
      <div className="field">
        <label htmlFor={`statement-${id}`}>{labels.statement}</label>
        {/* It has no `maxlength`, so that a long paste gets an error. */}
        <textarea
          id={`statement-${id}`}
          name={`${statusFields.statement}${id}`}
          rows={4}
          defaultValue={typed}
          aria-describedby={errorId}
          aria-invalid={errors.length > 0 ? true : undefined}
        />
      </div>
      {errors.length > 0 && (
        <div className="error" id={errorId}>
          {errors.map((error) => (
            <p key={error}>{messages.errors[error] ?? error}</p>
          ))}
        </div>
      )}
    </div>
  );
}
