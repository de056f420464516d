import { actionAttributes, noScriptFields, noScriptSearch, formatStagedUpload } from '@redress/contract/no-script-form';
import type { StagedUpload } from '@redress/contract/uploads';
import type { DocumentsItem, DueDocuments } from '@redress/forms/definition';
import { filingMessages } from '../messages/filing-messages.ts';
import { noScriptMessages } from '../messages/no-script-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import {
  describeUploadRules,
  FileName,
  fileInputAttributes,
  UploadsDueNote,
  UploadsLabel,
} from '../uploads/uploads-field-parts.tsx';
import { controlId, FieldErrors } from '../fields/field-frame.tsx';

/** The uploads of a natively submitted form: the files that the server has, and an input. */
export function NoScriptUploadsField(props: {
  readonly item: DocumentsItem;
  readonly staged: readonly StagedUpload[] | undefined;
  readonly messages: FormMessages;
  readonly due: readonly DueDocuments[];
  readonly errors: readonly string[];
}) {
  const { item, staged = [], messages, due, errors } = props;
  const id = controlId(item.name);
  const { files } = filingMessages[messages.language];
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
      {staged.length === 0 && <UploadsDueNote due={due} messages={messages} />}
      {staged.length > 0 && (
        <>
          <p className="hint">{noScriptMessages[messages.language].staged}</p>
          <ul className="files" aria-label={files.list}>
            {staged.map((upload) => (
              <li className="file" key={upload.id}>
                <input
                  type="hidden"
                  name={`${noScriptFields.stagedUpload}${upload.id}`}
                  value={formatStagedUpload(upload)}
                />
                <FileName name={upload.name} size={upload.size} />
                <button
                  {...actionAttributes({ name: 'remove-document', id: upload.id })}
                  formAction={`${noScriptSearch}#${id}`}
                  className="link-button"
                  aria-label={files.removeNamed(upload.name)}
                >
                  {messages.documents.remove}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
