import { outcomeId } from '@redress/contract/form-post';
import type { LoginTexts } from '@redress/contract/manifest';
import type { PostedNotice } from '@redress/contract/page-renderer';
import type { Texts } from '../messages/en.ts';

/** Why a login that was posted without script came back. */
export function PostedLoginNotice(props: {
  readonly notice: PostedNotice;
  readonly words: LoginTexts;
  readonly texts: Texts;
}) {
  const { notice, words, texts } = props;
  return (
    <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
      {notice.name === 'login-not-found' ? (
        <>
          <p>
            <strong>{words.notFound.title}</strong>
          </p>
          <p>{words.notFound.text}</p>
        </>
      ) : (
        <p>{textOf(notice, texts)}</p>
      )}
    </div>
  );
}

function textOf(notice: Exclude<PostedNotice, { name: 'login-not-found' }>, texts: Texts): string {
  switch (notice.name) {
    case 'too-many':
      return texts.login.tooMany(notice.minutes);
    case 'login-wait':
      return notice.text[texts.language];
    case 'not-ours':
    case 'too-large':
    case 'login-required':
      return texts.login.notOurs;
    case 'unavailable':
      return texts.login.unavailable;
  }
}
