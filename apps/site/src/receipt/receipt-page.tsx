import type { Language } from '@redress/contract/language';
import type { ReceiptRequestView } from '@redress/contract/receipt-request';
import { PhoneLink } from '../layout/phone-link.tsx';
import { receiptRequestMessages } from '../messages/receipt-request-messages.ts';
import { ReceiptRequestForm } from './receipt-request-form.tsx';

/** Leads to a receipt, for people whose tab or browser no longer shows it. Needs no script. */
export function ReceiptRequestPage(props: {
  readonly title: string;
  readonly path: string;
  readonly language: Language;
  readonly phone: string;
  readonly statusPath: string;
  readonly request?: ReceiptRequestView;
}) {
  const { path, language, request } = props;
  const messages = receiptRequestMessages[language];
  return (
    <>
      <h1>{props.title}</h1>
      <p className="lead">{messages.lead}</p>
      <ReceiptRequestForm {...{ path, language, ...(request ? { request } : {}) }} />
      <p>
        <a href={props.statusPath}>{messages.seeStatus}</a>
      </p>
      <h2>{messages.helpTitle}</h2>
      <p>
        <span>{messages.help}</span> <PhoneLink phone={props.phone} />
      </p>
    </>
  );
}
