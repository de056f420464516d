import {
  countQuestions,
  type EligibilityAnswer,
  type EligibilityOutcome,
  type EligibilityQuestion,
} from '@redress/contract/eligibility';
import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';

interface Props {
  readonly check: EligibilityQuestion;
  readonly language: Language;
}

/**
 * “Am I included?”: each answer is a disclosure that contains the next question or the outcome, so
 * it works without script, by keyboard and in a screen reader. Current browsers keep one answer of a
 * question open (`name`); older ones leave them as they are.
 */
export function EligibilityCheck({ check, language }: Props) {
  const { question } = layoutMessages(language);
  const count = countQuestions(check);
  return (
    <div className="eligibility">
      <Question
        asked={check}
        number={1}
        id="eligibility"
        describe={(number: number): string => question(number, count)}
      />
    </div>
  );
}

interface QuestionProps {
  readonly asked: EligibilityQuestion;
  readonly number: number;
  /** Unique on the page; connects the answers of the question. */
  readonly id: string;
  readonly describe: (number: number) => string;
}

function Question({ asked, number, id, describe }: QuestionProps) {
  return (
    <div role="group" aria-labelledby={`${id}-question`}>
      <p className="question" id={`${id}-question`}>
        <small>{describe(number)}</small> {asked.question}
      </p>
      {asked.hint !== undefined && <p className="hint">{asked.hint}</p>}
      {asked.answers.map((answer, index) => (
        <Answer
          key={answer.answer}
          {...answer}
          number={number}
          id={`${id}-${index + 1}`}
          name={id}
          describe={describe}
        />
      ))}
    </div>
  );
}

interface AnswerProps extends EligibilityAnswer, Omit<QuestionProps, 'asked'> {
  readonly name: string;
}

function Answer({ answer, next, number, id, name, describe }: AnswerProps) {
  return (
    <details name={name}>
      <summary>{answer}</summary>
      {'question' in next ? (
        <Question asked={next} number={number + 1} id={id} describe={describe} />
      ) : (
        <Outcome {...next} />
      )}
    </details>
  );
}

function Outcome({ isIncluded, title, text, start, also }: EligibilityOutcome) {
  return (
    <div className={isIncluded ? 'note good' : 'note warn'}>
      <p>
        <strong>{title}</strong>
      </p>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {start && (
        <p>
          <a className="button" href={start.href}>
            {start.label}
          </a>
        </p>
      )}
      <ul>
        {also.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
