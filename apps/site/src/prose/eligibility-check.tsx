import { countQuestions, type EligibilityOutcome, type EligibilityQuestion } from '@redress/contract/eligibility';
import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';

interface Props {
  readonly check: EligibilityQuestion;
  readonly language: Language;
}

/**
 * “Am I included?” Each answer links to the next question or to the outcome, which replaces the
 * previous question. It therefore starts at the top of the screen, Back returns, and no JavaScript
 * is needed. Browsers without `:has` keep the first question above it.
 */
export function EligibilityCheck({ check, language }: Props) {
  const { question, otherAnswer } = layoutMessages(language);
  const count = countQuestions(check);
  return (
    <div className="eligibility">
      {stepsOf(check, 'eligibility', 1).map((step) => (
        <Step
          key={step.id}
          {...step}
          describe={(number: number): string => question(number, count)}
          back={otherAnswer}
        />
      ))}
    </div>
  );
}

/** A question or an outcome, after the question with the id `before`. */
interface EligibilityStep {
  readonly id: string;
  readonly number: number;
  readonly next: EligibilityQuestion | EligibilityOutcome;
  readonly before?: string;
}

/** All steps, each question before those that follow it. */
function stepsOf(next: EligibilityStep['next'], id: string, number: number, before?: string): EligibilityStep[] {
  const step = { id, number, next, ...(before === undefined ? {} : { before }) };
  if (!('question' in next)) return [step];
  return [step, ...next.answers.flatMap((answer, index) => stepsOf(answer.next, `${id}-${index + 1}`, number + 1, id))];
}

interface StepProps extends EligibilityStep {
  readonly describe: (number: number) => string;
  readonly back: string;
}

function Step({ id, number, next, before, describe, back }: StepProps) {
  const isQuestion = 'question' in next;
  return (
    <div id={id} className="step" {...(isQuestion ? { role: 'group', 'aria-labelledby': `${id}-question` } : {})}>
      {isQuestion ? (
        <>
          <p className="question" id={`${id}-question`}>
            <small>{describe(number)}</small> {next.question}
          </p>
          {next.hint !== undefined && <p className="hint">{next.hint}</p>}
          <ul className="answers">
            {next.answers.map(({ answer }, index) => (
              <li key={answer}>
                <a href={`#${id}-${index + 1}`}>{answer}</a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Outcome {...next} />
      )}
      {before !== undefined && (
        <p className="other-answer">
          <a href={`#${before}`}>{back}</a>
        </p>
      )}
    </div>
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
            <a href={href}>
              {/* A phone number does not break. */}
              {label.split(/(\d+(?:-\d+)+)/).map((part, index) =>
                index % 2 === 1 ? (
                  <span key={part} className="unbroken">
                    {part}
                  </span>
                ) : (
                  part
                ),
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
