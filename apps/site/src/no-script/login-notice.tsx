import { outcomeId } from '@redress/contract/no-script-form';
import type { LoginPageMessages } from '@redress/contract/settlement';
import type { NoScriptNotice } from '@redress/contract/page-renderer';
import type { FormMessages } from '../messages/form-en.ts';

/** Why the server sent a login form back. */
export function NoScriptLoginNotice(props: {
  readonly notice: NoScriptNotice;
  readonly pageMessages: LoginPageMessages;
  readonly messages: FormMessages;
}) {
  const { notice, pageMessages, messages } = props;
  return (
    <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
      {notice.name === 'login-not-found' ? (
        <>
          <p>
            <strong>{pageMessages.notFound.title}</strong>
          </p>
          <p>{pageMessages.notFound.text}</p>
        </>
      ) : (
        <p>{describeNotice(notice, messages)}</p>
      )}
    </div>
  );
}

function describeNotice(notice: Exclude<NoScriptNotice, { name: 'login-not-found' }>, messages: FormMessages): string {
  switch (notice.name) {
    case 'too-many':
      return messages.login.tooMany(notice.minutes);
    case 'login-wait':
      return notice.text[messages.language];
    case 'not-ours':
    case 'too-large':
    case 'login-required':
      return messages.login.notOurs;
    case 'unavailable':
    case 'overloaded':
      return messages.login.unavailable;
  }
}
