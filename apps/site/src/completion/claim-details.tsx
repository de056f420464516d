import type { ClaimStatus } from '@redress/contract/claim-status';
import type { StatusClaimView } from '@redress/contract/status-page';
import { PhoneLink } from '../layout/phone-link.tsx';
import type { CompletionMessages } from '../messages/completion-messages.ts';

interface Props {
  readonly status: ClaimStatus;
  readonly messages: CompletionMessages;
}

/** Says that the claim is late, which parts it lacks, and where its receipt was sent. */
export function ClaimNotices({ status, messages, documents }: Props & { readonly documents: number }) {
  const { lateNotice, due, sending, receipt } = status;
  return (
    <>
      {lateNotice !== undefined && (
        <div className="note warn">
          <p>{lateNotice}</p>
        </div>
      )}
      {documents > 0 && <p>{messages.documents(documents)}</p>}
      {due.length > 0 && (
        <section className="note warn due" aria-labelledby="due-heading">
          <h2 id="due-heading">{messages.due}</h2>
          <DueParts due={due} sending={sending} />
        </section>
      )}
      {receipt !== undefined && <p>{receipt}</p>}
    </>
  );
}

export function NextSteps({ status, messages }: Props) {
  return (
    <section aria-labelledby="next-heading">
      <h2 id="next-heading">{messages.next}</h2>
      <ol className="next-steps">
        {status.next.map((step) => (
          <li key={step}>
            <TextWithPhone text={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Text whose toll-free number is a link without line breaks. */
export function TextWithPhone({ text }: { readonly text: string }) {
  const [before, phone, after] = text.split(/\b(1-8\d\d-\d{3}-\d{4})\b/);
  if (phone === undefined) return text;
  return (
    <>
      <span>{before}</span>
      <PhoneLink phone={phone} />
      <span>{after}</span>
    </>
  );
}

/** A check mark, which repeats the heading's message. */
export function SuccessMark() {
  return (
    <svg className="success" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
      <circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" strokeWidth="3" />
      <path
        d="M14 25l7 7 14-15"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Lists what a claim lacks, and how to send it. */
export function DueParts({ due, sending }: Pick<StatusClaimView, 'due' | 'sending'>) {
  return (
    <>
      <ul>
        {due.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {sending && (
        <>
          <p>{sending.text}</p>
          <address lang="en">
            {sending.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </>
      )}
    </>
  );
}
