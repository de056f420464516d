import { formatDay } from '@redress/contract/language';
import { outcomeId } from '@redress/contract/no-script-form';
import { statusClaimPath, type StatusClaimView, type StatusStep } from '@redress/contract/status-page';
import type { StatusPageData } from '../islands/island-data.ts';
import { DueParts, TextWithPhone } from '../completion/claim-details.tsx';
import { PhoneLink } from '../layout/phone-link.tsx';
import { type StatusMessages, statusMessages } from '../messages/status-messages.ts';
import { AnswerForm } from './answer-form.tsx';
import { actionButton, ActionForm, type ClaimFormProps } from './action-form.tsx';
import { ContactForm } from './contact-form.tsx';
import { DisputeForm } from './dispute-form.tsx';
import { StatusNoticeBox } from './status-notice.tsx';
import { UnsentFiles } from './unsent-files.tsx';

/** Shows where a claim is: its steps with their dates, what is asked for, letters, and what came next. */
export function ClaimStatusPage(props: StatusPageData & { readonly view: StatusClaimView }) {
  const { path, language, phone, view } = props;
  const messages = statusMessages[language];
  const { decision, deficiency, due, payments = [], sending, state } = view;
  const action = statusClaimPath(path);
  const isFinal = (state === 'reduced' || state === 'denied') && !view.canDispute;
  const next = isFinal ? messages.nextFinal[state] : messages.next[state];
  const shown = { action, language, messages, view };
  const usedFrom = view.contact.held
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  return (
    <div className="status-page">
      <h1>{messages.claim}</h1>
      <p>
        <span>{messages.reference}</span> <strong className="unbroken">{view.reference}</strong>
      </p>
      <p className="hint">{view.settlement}</p>
      <StatusNoticeBox
        notice={view.notice}
        messages={messages}
        more={
          view.notice?.name === 'contact-changed' && usedFrom !== undefined
            ? messages.contact.usedFrom(formatDay(usedFrom, language))
            : undefined
        }
      />
      <UnsentFiles
        files={deficiency?.items.flatMap(({ files }) => files) ?? view.disputeFiles}
        text={messages[deficiency ? 'deficiency' : 'dispute'].unsent}
        {...(!view.notice && { id: outcomeId })}
      />
      {!(deficiency && state === 'deficient') && (
        <div className="note state">
          <p>
            <strong>
              {state === 'in-review' && view.sent.length > 0 ? messages.answered : messages.states[state]}
            </strong>
          </p>
          {next !== '' && <p>{next}</p>}
        </div>
      )}
      {deficiency && <AnswerForm {...shown} deficiency={deficiency} />}
      {view.lateNotice !== undefined && !decision && (
        <div className="note warn">
          <p>{view.lateNotice}</p>
        </div>
      )}
      {view.sent.length > 0 && (
        <section aria-labelledby="sent">
          <h2 id="sent">{messages.sentTitle}</h2>
          {view.sent.map((answer, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index}>
              <h3>{messages[answer.late ? 'sentLate' : 'sentOn'](formatDay(answer.day, language))}</h3>
              <ul>
                {answer.items.map((item) => (
                  <li key={item.id}>
                    <p>{item.text}</p>
                    {item.files.length > 0 && (
                      <ul className="files" aria-label={messages.deficiency.files}>
                        {item.files.map((name) => (
                          <li key={name}>{name}</li>
                        ))}
                      </ul>
                    )}
                    {item.statement !== null && <blockquote>{item.statement}</blockquote>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
      {decision && (
        <section aria-labelledby="decision">
          <h2 id="decision">{messages.decisionTitle}</h2>
          <p>{messages.states[decision.outcome]}</p>
          {decision.amount !== null && payments.length === 0 && <p>{messages.amount(decision.amount)}</p>}
          {decision.reasons.length > 0 && (
            <>
              <p>{messages.why}</p>
              <ul>
                {decision.reasons.map(({ id, text }) => (
                  <li key={id}>{text}</li>
                ))}
              </ul>
            </>
          )}
          {view.dispute && (
            <p>{messages.dispute[view.dispute.late ? 'filedLate' : 'filed'](formatDay(view.dispute.day, language))}</p>
          )}
          {view.court && (
            <p>
              {view.court.by === null
                ? messages.court.later
                : messages.court[view.court.isPast ? 'past' : 'by'](
                    formatDay(view.court.by, language),
                    view.court.address.join(', '),
                  )}
            </p>
          )}
          {view.canDispute && decision.disputeBy !== null && (
            <p>{messages.dispute[decision.isPast ? 'past' : 'by'](formatDay(decision.disputeBy, language))}</p>
          )}
          {view.canDispute && <DisputeForm {...shown} decision={decision} />}
        </section>
      )}
      {payments.length > 0 && (
        <section aria-labelledby="payment">
          <h2 id="payment">{messages.payment.title}</h2>
          {payments.map((payment) => (
            <div key={payment.fund}>
              {payments.length > 1 && <h3>{payment.fund}</h3>}
              <p>{messages.payment[payment.kind](payment)}</p>
            </div>
          ))}
        </section>
      )}
      {due.length > 0 && (
        <section aria-labelledby="due">
          <h2 id="due">{messages.dueTitle}</h2>
          <DueParts due={due} sending={sending} />
        </section>
      )}
      {view.next.length > 0 && (
        <section aria-labelledby="next">
          <h2 id="next">{messages.nextTitle}</h2>
          <ol>
            {view.next.map((text) => (
              <li key={text}>
                <TextWithPhone text={text} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <details open={!deficiency}>
        <summary>{messages.stepsTitle}</summary>
        <ol className="status-steps">
          {view.steps.map((step, index) => (
            // Two steps of a day may be the same, and none moves.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <time dateTime={step.day}>{formatDay(step.day, language)}</time>
              <span>{describeStep(step, messages)}</span>
            </li>
          ))}
        </ol>
      </details>
      {view.letters.length > 0 && (
        <details open={!deficiency}>
          <summary>{messages.lettersTitle}</summary>
          {!view.opensLetters && <p>{messages.lettersOtherWay}</p>}
          <ul>
            {view.letters.map((letter) => (
              <li key={letter.id}>
                {view.opensLetters ? (
                  <a href={`${path}/letters/${letter.id}.pdf`}>{messages.letters[letter.kind] ?? letter.kind}</a>
                ) : (
                  <span>{messages.letters[letter.kind] ?? letter.kind}</span>
                )}
                <span>{` – ${formatDay(letter.day, language)}, ${messages.channels[letter.channel]}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ContactForm {...shown} />
      {view.withdraw !== 'no' && <Withdraw {...shown} />}
      <p>
        <span>{messages.callUs}</span> <PhoneLink phone={phone} />
      </p>
      <ActionForm {...{ action, view }}>
        <button className="button quiet" {...actionButton('sign-out')}>
          {messages.signOut}
        </button>
      </ActionForm>
    </div>
  );
}

function describeStep({ kind, count = 0 }: StatusStep, { steps }: StatusMessages): string {
  const message = steps[kind];
  return typeof message === 'string' ? message : message(count);
}

/** Asks twice. */
function Withdraw({ action, messages, view }: Omit<ClaimFormProps, 'language'>) {
  const { withdraw } = messages;
  if (view.notice?.name === 'confirm-withdraw')
    return (
      <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
        <p>{withdraw.sure}</p>
        <ActionForm {...{ action, view }}>
          <button className="button" {...actionButton('confirm-withdraw')}>
            {withdraw.yes}
          </button>
          <a className="button quiet" href={action}>
            {withdraw.no}
          </a>
        </ActionForm>
      </div>
    );
  return (
    <details>
      <summary>{withdraw.open}</summary>
      <p>{view.withdraw === 'yes' ? withdraw.lead : withdraw.otherWay}</p>
      {view.withdraw === 'yes' && (
        <ActionForm {...{ action, view }}>
          <button className="button quiet" {...actionButton('withdraw')}>
            {withdraw.button}
          </button>
        </ActionForm>
      )}
    </details>
  );
}
