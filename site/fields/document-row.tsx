import type { ChosenDocument } from '../filing/document-list.ts';
import type { Texts } from '../texts/en.ts';
import { formatSize } from './format-size.ts';

/** One document: its name and size, how far it has come, and what can be done with it. */
export function DocumentRow(props: {
  readonly document: ChosenDocument;
  readonly texts: Texts;
  readonly onRemove?: () => void;
  readonly onRetry?: () => void;
}) {
  const { document, texts, onRemove, onRetry } = props;
  const { state, file } = document;
  const words = texts.documents;
  return (
    <li className="file">
      <span className="file-name">
        {file.name} <span className="optional">{formatSize(file.size)}</span>
      </span>
      <span className="file-actions">
        {state.name === 'waiting' && words.waiting}
        {state.name === 'sending' && words.sending(Math.floor(state.share * 100))}
        {state.name === 'stored' && words.stored}
        {state.name === 'failed' && state.passing && onRetry && (
          <button type="button" className="link-button" aria-label={words.retryNamed(file.name)} onClick={onRetry}>
            {words.retry}
          </button>
        )}
        {(state.name === 'chosen' || state.name === 'failed') && onRemove && (
          <button type="button" className="link-button" aria-label={words.removeNamed(file.name)} onClick={onRemove}>
            {words.remove}
          </button>
        )}
      </span>
      {state.name === 'sending' && (
        <progress className="progress" value={state.share} max={1} aria-label={words.progress(file.name)} />
      )}
      {state.name === 'failed' && (
        <p className="error">
          {words.failed} {state.message}
        </p>
      )}
    </li>
  );
}
