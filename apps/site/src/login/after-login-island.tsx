import { outcomeId } from '@redress/contract/no-script-form';
import type { ClaimReceipt } from '@redress/contract/session';
import type { Language } from '@redress/contract/language';
import { useEffect, useState } from 'react';
import { readUser } from '../browser/storage.ts';
import { longDate } from '../dates/format-date.ts';
import { setFallback } from '../islands/fallback.ts';
import type { AfterLoginIslandData } from '../islands/island-data.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { useLogin } from './logged-in-note.tsx';

const english = {
  filed: 'A claim was already filed with this Notice ID',
  received: (date: string) => `We received it on ${date}. Its reference number:`,
  hint: 'You don’t need to file again. If you do, we will review both claims together.',
  failed: 'We could not show this part of the page. The button to go on is at the end.',
};

const spanish: typeof english = {
  filed: 'Ya se presentó un reclamo con este Notice ID (número del aviso)',
  received: (date) => `Lo recibimos el ${date}. Su número de referencia:`,
  hint: 'No tiene que reclamar otra vez. Si lo hace, revisaremos los dos reclamos juntos.',
  failed: 'No pudimos mostrar esta parte de la página. El botón para seguir está al final.',
};

const messages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

export function renderAfterLoginIsland(data: AfterLoginIslandData) {
  setFallback(messages[data.language].failed);
  return <AfterLoginIsland {...data} />;
}

/**
 * Names the logged-in class member, shows any claim already filed under the Notice ID, and links to
 * the form.
 */
export function AfterLoginIsland({ language, next, filed, ...rest }: AfterLoginIslandData) {
  const login = useLogin();
  const [stored, setStored] = useState<ClaimReceipt>();
  useEffect(() => {
    const user = readUser();
    // Another person may have logged in since this tab did, in another tab or without JavaScript.
    setStored(user && user.noticeId === login?.noticeId ? user.claim : undefined);
  }, [login]);
  const claim = filed ?? stored;
  return (
    <>
      {/* Rendered before its text is set, so that screen readers announce it. */}
      <div role="status">{claim && <FiledAlready {...rest} {...{ language, claim }} />}</div>
      <p className="next-step">
        <a className="button" href={next.path} aria-describedby="next-page">
          {next.label}
        </a>
      </p>
      {/* Below the link, which would otherwise move from under a finger. */}
      <p className="greeting">{login && loginMessages[language].loggedIn(login.name)}</p>
    </>
  );
}

function FiledAlready(
  props: Pick<AfterLoginIslandData, 'language' | 'timeZone' | 'referencePrefix'> & { readonly claim: ClaimReceipt },
) {
  const { language, timeZone, referencePrefix, claim } = props;
  const { filed, received, hint } = messages[language];
  return (
    <div className="note warn" id={outcomeId}>
      <p>
        <strong>{filed}</strong>
      </p>
      <p>{received(longDate(claim.dateCreated, timeZone, language))}</p>
      <p>
        <strong className="unbroken">{referencePrefix + claim.claimNumber}</strong>
      </p>
      <p>{hint}</p>
    </div>
  );
}
