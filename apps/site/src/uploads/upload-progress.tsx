import type { ChosenDocument, RefusedFile } from './upload-list.ts';
import { isSameFile } from './upload-list.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import type { PendingDocument } from './pending-uploads.ts';

/** What an earlier visit of the page left on the way: which file stopped where, and which of the files chosen now is none of them. */
export function LeftDocuments(props: {
  readonly left: readonly PendingDocument[];
  readonly refused: readonly RefusedFile[];
  readonly chosen: readonly ChosenDocument[];
  readonly uploadMessages: UploadMessages;
  readonly onDrop: (document: PendingDocument) => void;
}) {
  const { left, refused, chosen, uploadMessages, onDrop } = props;
  const strangers = left.length === 0 ? [] : chosen.filter(({ file }) => !left.some((one) => isSameFile(one, file)));
  return (
    <>
      {refused.map(({ name, message }) => (
        <p className="note bad" role="alert" key={name}>
          <strong>{name}</strong> {uploadMessages.failed} {message}
        </p>
      ))}
      {left.length > 0 && (
        <div className="note warn">
          <p>{uploadMessages.left}</p>
          <ul className="files">
            {left.map((document) => (
              <li className="file" key={`${document.name} ${document.size} ${document.lastModified}`}>
                <span className="file-name">
                  {document.url === undefined
                    ? uploadMessages.notArrived(document.name)
                    : uploadMessages.stopped(document.name, Math.floor((document.share ?? 0) * 100))}
                </span>
                <span className="file-actions">
                  <button
                    type="button"
                    className="link-button"
                    aria-label={uploadMessages.dropNamed(document.name)}
                    onClick={() => onDrop(document)}
                  >
                    {uploadMessages.drop}
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div role="status">
        {strangers.map(({ id, file }) => (
          <p key={id} className="hint">
            {uploadMessages.another(file.name)}
          </p>
        ))}
      </div>
    </>
  );
}
