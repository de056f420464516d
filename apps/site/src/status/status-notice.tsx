import { outcomeId } from '@redress/contract/no-script-form';
import type { StatusNotice } from '@redress/contract/status-page';
import type { StatusMessages } from '../messages/status-messages.ts';

/** False for news that a claimant expects, and for a question. */
export const isProblem = ({ name }: StatusNotice): boolean =>
  !['signed-out', 'expired', 'confirm-withdraw', 'contact-changed'].includes(name) && !name.startsWith('already-');

/** Says what came of a form. Confirming a withdrawal has its own place on the page. */
export function StatusNoticeBox(props: {
  readonly notice: StatusNotice | undefined;
  readonly messages: StatusMessages;
  readonly more?: string | undefined;
}) {
  const { notice, messages, more } = props;
  if (!notice || notice.name === 'confirm-withdraw') return null;
  return (
    <div className={isProblem(notice) ? 'note bad' : 'note'} role="alert" id={outcomeId} tabIndex={-1}>
      <p>{notice.name === 'too-many' ? messages.tooMany(notice.minutes) : messages.notices[notice.name]}</p>
      {more !== undefined && <p>{more}</p>}
    </div>
  );
}
