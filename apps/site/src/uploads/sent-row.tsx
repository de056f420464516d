import { formatSize } from './file-size.ts';
import type { ChosenDocument } from './upload-list.ts';
import { goesInPieces } from './upload-list.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';

/** A document on its way: how far it has come, how long the rest takes, and what can be done with it. */
export function SentRow(props: {
  readonly document: ChosenDocument;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
  /** Takes it from the list; what has arrived of it is thrown away. */
  readonly onDrop: () => void;
  /** Offered when nothing is on its way any more. */
  readonly onRetry?: (() => void) | undefined;
}) {
  const { document, messages, uploadMessages, onDrop, onRetry } = props;
  const { state, file } = document;
  const isSlow = (state.name === 'sending' || state.name === 'waiting') && goesInPieces(document);
  const stop = () => {
    if (confirm(uploadMessages.dropQuestion(file.name))) onDrop();
  };
  return (
    <li className="file">
      <span className="file-name">
        {file.name} <span className="optional">{formatSize(file.size)}</span>
      </span>
      <span className="file-actions">
        {state.name === 'sending' && uploadMessages.percent(Math.floor(state.share * 100))}
        {(state.name === 'waiting' || state.name === 'joining' || state.name === 'stored') &&
          uploadMessages[state.name]}
        {state.name === 'failed' && state.passing && onRetry && (
          <button
            type="button"
            className="link-button"
            aria-label={uploadMessages.retryNamed(file.name)}
            onClick={onRetry}
          >
            {uploadMessages.retry}
          </button>
        )}
        {state.name === 'failed' && (
          <button
            type="button"
            className="link-button"
            aria-label={messages.documents.removeNamed(file.name)}
            onClick={onDrop}
          >
            {messages.documents.remove}
          </button>
        )}
      </span>
      {state.name === 'sending' && (
        <progress className="progress" value={state.share} max={1} aria-label={uploadMessages.progress(file.name)} />
      )}
      {isSlow && (
        <p className="file-way">
          <span className="hint">{state.name === 'sending' && sayWay(state, uploadMessages)}</span>
          <button type="button" className="link-button" aria-label={uploadMessages.dropNamed(file.name)} onClick={stop}>
            {uploadMessages.drop}
          </button>
        </p>
      )}
      {state.name === 'failed' && (
        <p className="error">
          {uploadMessages.failed} {state.message}
        </p>
      )}
    </li>
  );
}

function sayWay(state: Extract<ChosenDocument['state'], { name: 'sending' }>, uploadMessages: UploadMessages): string {
  if (state.held) return uploadMessages.held[state.held];
  return state.secondsLeft === undefined ? '' : uploadMessages.timeLeft(state.secondsLeft);
}
