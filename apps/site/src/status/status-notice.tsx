import { outcomeId } from '@redress/contract/no-script-form';
import type { StatusNotice } from '@redress/contract/status-page';
import type { StatusMessages } from '../messages/status-messages.ts';

/** Says what came of a form. Confirming a withdrawal has its own place on the page. */
export function StatusNoticeBox(props: {
  readonly notice: StatusNotice | undefined;
  readonly messages: StatusMessages;
  readonly more?: string | undefined;
}) {
  const { notice, messages, more } = props;
  if (!notice || notice.name === 'confirm-withdraw') return null;
  const isMild = notice.name === 'signed-out' || notice.name === 'expired' || notice.name.startsWith('already-');
  return (
    <div className={isMild ? 'note' : 'note bad'} role="alert" id={outcomeId} tabIndex={-1}>
      <p>{notice.name === 'too-many' ? messages.tooMany(notice.minutes) : messages.notices[notice.name]}</p>
      {more !== undefined && <p>{more}</p>}
    </div>
  );
}
