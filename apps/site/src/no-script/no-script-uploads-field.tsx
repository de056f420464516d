import { noScriptFields, noScriptSearch, formatAction, formatStagedUpload } from '@redress/contract/no-script-form';
import type { StagedUpload } from '@redress/contract/page-renderer';
import type { DocumentsItem, DueDocuments } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';
import {
  describeUploadRules,
  fileInputAttributes,
  UploadsDueNote,
  UploadsLabel,
} from '../uploads/uploads-field-parts.tsx';
import { controlId, FieldErrors } from '../fields/field-frame.tsx';
import { formatSize } from '../uploads/file-size.ts';

/**
 * The uploads field of a natively submitted form: the files that the server stores for it, each
 * with a Remove button and a hidden field that tells the server it was listed, and an input for
 * more.
 */
export function NoScriptUploadsField(props: {
  readonly item: DocumentsItem;
  readonly kept: readonly StagedUpload[];
  readonly messages: FormMessages;
  readonly due: readonly DueDocuments[];
  readonly errors: readonly string[];
}) {
  const { item, kept, messages, due, errors } = props;
  const id = controlId(item.name);
  const { documents: labels } = messages;
  return (
    <div className={errors.length > 0 ? 'field documents bad' : 'field documents'}>
      <UploadsLabel item={item} messages={messages} due={due} />
      <div className="drop">
        <span className="file-button">
          <input {...fileInputAttributes(item, errors)} />
        </span>
        <p className="hint" id={`${id}-hint`}>
          {describeUploadRules(item, messages)}
        </p>
      </div>
      <FieldErrors name={item.name} errors={errors} />
      {kept.length === 0 && <UploadsDueNote due={due} messages={messages} />}
      {kept.length > 0 && (
        <>
          <p className="hint">{labels.kept}</p>
          <ul className="files" aria-label={labels.list}>
            {kept.map((upload) => (
              <li className="file" key={upload.id}>
                <input
                  type="hidden"
                  name={`${noScriptFields.stagedUpload}${upload.id}`}
                  value={formatStagedUpload(upload)}
                />
                <span className="file-name">
                  {upload.name} <span className="optional">{formatSize(upload.size)}</span>
                </span>
                <button
                  type="submit"
                  name={noScriptFields.action}
                  value={formatAction({ name: 'remove-document', id: upload.id })}
                  formAction={`${noScriptSearch}#${id}`}
                  className="link-button"
                  aria-label={labels.removeNamed(upload.name)}
                >
                  {labels.remove}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
