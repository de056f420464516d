import { noScriptFields, noScriptSearch, formatAction, formatStagedUpload } from '@redress/contract/no-script-form';
import type { StagedUpload } from '@redress/contract/page-renderer';
import type { DocumentsItem, DueDocuments } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';
import { DocumentsLabel, DueNote, fileInputAttributes } from '../uploads/uploads-field-parts.tsx';
import { rulesOf } from '../uploads/upload-rules.ts';
import { FieldErrors } from '../fields/field-frame.tsx';
import { controlId } from '../fields/field-props.ts';
import { formatSize } from '../uploads/file-size.ts';

/**
 * Documents of a form that the browser posts by itself: those that the server keeps for it, each with a button that has it forgotten and a
 * field by which the server sees that it was listed, and the input for more.
 */
export function PostedDocumentsField(props: {
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
      <DocumentsLabel item={item} messages={messages} due={due} />
      <div className="drop">
        <span className="file-button">
          <input {...fileInputAttributes(item, errors)} />
        </span>
        <p className="hint" id={`${id}-hint`}>
          {rulesOf(item, messages)}
        </p>
      </div>
      <FieldErrors name={item.name} errors={errors} />
      {kept.length === 0 && <DueNote due={due} messages={messages} />}
      {kept.length > 0 && (
        <>
          <p className="hint">{labels.kept}</p>
          <ul className="files" aria-label={labels.list}>
            {kept.map((document) => (
              <li className="file" key={document.id}>
                <input
                  type="hidden"
                  name={`${noScriptFields.stagedUpload}${document.id}`}
                  value={formatStagedUpload(document)}
                />
                <span className="file-name">
                  {document.name} <span className="optional">{formatSize(document.size)}</span>
                </span>
                <button
                  type="submit"
                  name={noScriptFields.action}
                  value={formatAction({ name: 'remove-document', id: document.id })}
                  formAction={`${noScriptSearch}#${id}`}
                  className="link-button"
                  aria-label={labels.removeNamed(document.name)}
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
