import { Fragment } from 'react';

/**
 * Shows a summary, such as sums, flags and scores, with each sentence in its own line. A SHA-256
 * breaks in its middle.
 */
export const Sentences = ({ text, className }: { readonly text: string; readonly className: string }) => (
  <div className={className}>
    {text.split(/(?<=\.) (?=[A-Z])/).map((sentence) => (
      <p key={sentence}>
        {sentence.split(/(?<=\b[\da-f]{32})(?=[\da-f]{32}\b)/).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && <wbr />}
            <span>{part}</span>
          </Fragment>
        ))}
      </p>
    ))}
  </div>
);
