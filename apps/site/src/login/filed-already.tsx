import { outcomeId } from '@redress/contract/no-script-form';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { Language } from '@redress/contract/language';
import { useEffect, useRef } from 'react';
import { mediumDate } from '../dates/format-date.ts';
import type { LoginIslandData } from '../islands/island-data.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { GroupedReference } from '../ui/grouped-reference.tsx';
import { LoggedInNote } from './logged-in-note.tsx';

const english = {
  number: 'Reference number',
  received: (date: string) => `We received it on ${date}.`,
  hint: 'You don’t need to file again. If you do, we will review both claims together.',
  home: 'Back to Home',
};

const spanish: typeof english = {
  number: 'Número de referencia',
  received: (date) => `Lo recibimos el ${date}.`,
  hint: 'No tiene que reclamar otra vez. Si lo hace, revisaremos los dos reclamos juntos.',
  home: 'Volver al inicio',
};

const messages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** What a login shows whose Notice ID has a claim. It loads only then. */
export function FiledAlready(
  props: Pick<LoginIslandData, 'page' | 'timeZone' | 'home' | 'logOutPath'> & {
    readonly claim: NonNullable<CredentialsAnswer['claim']>;
  },
) {
  const { page, timeZone, home, logOutPath, claim } = props;
  const language = page.language ?? 'en';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { number, received, hint, home: homeLabel } = messages[language];
  const labels = loginMessages[language];
  return (
    <section className="receipt">
      <h2 ref={heading} id={outcomeId} tabIndex={-1}>
        {labels.filed}
      </h2>
      <p className="hint">{number}</p>
      <p className="reference">
        <GroupedReference reference={page.referencePrefix + claim.claimNumber} />
      </p>
      <p>{received(mediumDate(claim.dateCreated, timeZone, language))}</p>
      <p>{hint}</p>
      <div className="form-end">
        <a className="button" href={home}>
          {homeLabel}
        </a>
        <a className="button quiet" href={page.next}>
          {labels.continue}
        </a>
      </div>
      <LoggedInNote isAfterLogin path={logOutPath} messages={labels} />
    </section>
  );
}
