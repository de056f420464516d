import type { LetterText as Text } from '@redress/contract/console/letters';

/** The text of a letter, as its claimant reads it. */
export function LetterText({
  text: { subject, date, body },
  language,
}: {
  readonly text: Text;
  readonly language: string;
}) {
  return (
    <div className="letter-text" lang={language}>
      <p className="soft">{date}</p>
      <p>
        <strong>{subject}</strong>
      </p>
      {/* oxlint-disable react/no-array-index-key -- the parts never change */}
      {body.map((part, index) =>
        typeof part === 'string' ? (
          <p key={index}>{part}</p>
        ) : 'heading' in part ? (
          <p key={index}>
            <strong>{part.heading}</strong>
          </p>
        ) : (
          <ul key={index}>
            {part.list.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
      {/* oxlint-enable react/no-array-index-key */}
    </div>
  );
}
