import { formatSize } from './format-size.ts';
import type { ChosenDocument } from './upload-list.ts';
import { goesInPieces } from './upload-list.ts';
import type { Texts } from '../messages/en.ts';
import type { UploadTexts } from '../messages/upload-en.ts';

/** A document on its way: how far it has come, how long the rest takes, and what can be done with it. */
export function SentRow(props: {
  readonly document: ChosenDocument;
  readonly texts: Texts;
  readonly words: UploadTexts;
  /** Takes it from the list; what has arrived of it is thrown away. */
  readonly onDrop: () => void;
  /** Offered when nothing is on its way any more. */
  readonly onRetry?: (() => void) | undefined;
}) {
  const { document, texts, words, onDrop, onRetry } = props;
  const { state, file } = document;
  const isSlow = (state.name === 'sending' || state.name === 'waiting') && goesInPieces(document);
  const stop = () => {
    if (confirm(words.dropQuestion(file.name))) onDrop();
  };
  return (
    <li className="file">
      <span className="file-name">
        {file.name} <span className="optional">{formatSize(file.size)}</span>
      </span>
      <span className="file-actions">
        {state.name === 'sending' && words.percent(Math.floor(state.share * 100))}
        {(state.name === 'waiting' || state.name === 'joining' || state.name === 'stored') && words[state.name]}
        {state.name === 'failed' && state.passing && onRetry && (
          <button type="button" className="link-button" aria-label={words.retryNamed(file.name)} onClick={onRetry}>
            {words.retry}
          </button>
        )}
        {state.name === 'failed' && (
          <button
            type="button"
            className="link-button"
            aria-label={texts.documents.removeNamed(file.name)}
            onClick={onDrop}
          >
            {texts.documents.remove}
          </button>
        )}
      </span>
      {state.name === 'sending' && (
        <progress className="progress" value={state.share} max={1} aria-label={words.progress(file.name)} />
      )}
      {isSlow && (
        <p className="file-way">
          <span className="hint">{state.name === 'sending' && sayWay(state, words)}</span>
          <button type="button" className="link-button" aria-label={words.dropNamed(file.name)} onClick={stop}>
            {words.drop}
          </button>
        </p>
      )}
      {state.name === 'failed' && (
        <p className="error">
          {words.failed} {state.message}
        </p>
      )}
    </li>
  );
}

function sayWay(state: Extract<ChosenDocument['state'], { name: 'sending' }>, words: UploadTexts): string {
  if (state.held) return words.held[state.held];
  return state.secondsLeft === undefined ? '' : words.timeLeft(state.secondsLeft);
}
