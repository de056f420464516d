import type { Language } from '@redress/contract/language';
import { outcomeId } from '@redress/contract/no-script-form';
import type { LoginPageMessages } from '@redress/contract/settlement';
import type { NoScriptNotice } from '@redress/contract/page-renderer';
import { loginFailureMessages } from '../messages/login-failure-messages.ts';
import { loginMessages } from '../messages/login-messages.ts';

/** Explains why the server sent a login form back. */
export function NoScriptLoginNotice(props: {
  readonly notice: NoScriptNotice;
  readonly pageMessages: LoginPageMessages;
  readonly language: Language;
}) {
  const { notice, pageMessages, language } = props;
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
        <p>{describeLoginNotice(notice, language)}</p>
      )}
    </div>
  );
}

/**
 * Describes a notice on a form that comes back with its answers: a login or a request for lost IDs.
 */
export function describeLoginNotice(
  notice: Exclude<NoScriptNotice, { name: 'login-not-found' }>,
  language: Language,
): string {
  const messages = loginMessages[language];
  const failures = loginFailureMessages[language];
  switch (notice.name) {
    case 'too-many':
      return failures.tooMany(notice.minutes);
    case 'login-wait':
    case 'saved-form':
      return notice.text[language];
    case 'not-ours':
    case 'too-large':
    case 'login-required':
      return messages.notOurs;
    case 'unavailable':
      return failures.failed;
    case 'overloaded':
      return failures.busy;
  }
}
