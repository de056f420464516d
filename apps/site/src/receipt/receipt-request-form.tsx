import type { Language } from '@redress/contract/language';
import { formElementId, noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import { receiptFields, type ReceiptNotice, type ReceiptRequestView } from '@redress/contract/receipt-request';
import { PlainTextField } from '../no-script/plain-text-field.tsx';
import { type ReceiptRequestMessages, receiptRequestMessages } from '../messages/receipt-request-messages.ts';

interface Props {
  /** The receipt page in this language. */
  readonly path: string;
  readonly language: Language;
  /** Absent before the first try. */
  readonly request?: ReceiptRequestView;
}

/**
 * Asks for proof of who filed the claim. It is a plain form: the response is the completion page,
 * or this form again.
 */
export function ReceiptRequestForm({ path, language, request }: Props) {
  const messages = receiptRequestMessages[language];
  const { reference = '', code, missing = [], notice } = request ?? {};
  const error = (name: 'reference' | 'proof') => (missing.includes(name) ? messages.missing[name] : undefined);
  return (
    <form
      id={formElementId}
      className="receipt-request"
      method="post"
      encType="multipart/form-data"
      action={`${path}${noScriptSearch}#${outcomeId}`}
      noValidate
    >
      {notice && <Notice notice={notice} messages={messages} />}
      {!notice && missing.length > 0 && (
        <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
          {missing.map((name) => (
            <p key={name}>
              <a href={`#field-${name}`}>{messages.missing[name]}</a>
            </p>
          ))}
        </div>
      )}
      {code === undefined ? (
        <PlainTextField
          name={receiptFields.reference}
          label={messages.reference}
          hint={messages.referenceHint}
          error={error('reference')}
          value={reference}
        />
      ) : (
        <input type="hidden" name={receiptFields.code} value={code} />
      )}
      <PlainTextField
        name={receiptFields.proof}
        label={messages.proof}
        hint={messages.proofHint}
        error={error('proof')}
        value=""
      />
      <button className="button" type="submit">
        {messages.button}
      </button>
    </form>
  );
}

function Notice({ notice, messages }: { readonly notice: ReceiptNotice; readonly messages: ReceiptRequestMessages }) {
  return (
    <div className={notice.name === 'expired' ? 'note' : 'note bad'} role="alert" id={outcomeId} tabIndex={-1}>
      {notice.name === 'not-found' && (
        <p>
          <strong>{messages.notFoundTitle}</strong>
        </p>
      )}
      <p>{describeNotice(notice, messages)}</p>
    </div>
  );
}

function describeNotice(notice: ReceiptNotice, messages: ReceiptRequestMessages): string {
  switch (notice.name) {
    case 'not-found':
      return messages.notFound;
    case 'expired':
      return messages.expired;
    case 'too-many':
      return messages.tooMany(notice.minutes);
    case 'unavailable':
      return messages.unavailable;
    case 'not-ours':
      return messages.notOurs;
  }
}
