import './letters.css';
import type { LetterPreview, LetterText as Text } from '@redress/contract/console/letters';
import { Breakable } from '../ui/breakable.tsx';

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

const whyShown: Readonly<Record<LetterPreview['letters'][number]['why'], string>> = {
  first: 'The first letter',
  longest: 'The longest letter',
  language: 'The first letter in its language',
};

/** Some letters of a kind, as their claimants will see them. */
export const PreviewedLetters = ({ letters }: Pick<LetterPreview, 'letters'>) =>
  letters.map(({ claim, why, language, channel, to, text }) => (
    <section key={claim} aria-label={`${whyShown[why]}: claim ${claim}`}>
      <h3>
        {whyShown[why]}: claim <span className="figures">{claim}</span>
      </h3>
      <p>
        <Breakable
          text={
            to === null
              ? 'There is no email address and no whole postal address: this letter can’t be delivered.'
              : `By ${channel === 'email' ? 'email' : 'post'} to ${to.join(', ')}`
          }
        />
      </p>
      <LetterText text={text} language={language} />
    </section>
  ));
