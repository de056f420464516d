import { logOutAction, logOutField } from '@redress/contract/no-script-form';
import '../../styles/site.css';
import { logOutMessages } from '../../messages/log-out-messages.ts';
import { Island } from '../../islands/island.tsx';
import { AfterLoginIsland } from '../../login/after-login-island.tsx';
import { ProsePage } from '../../prose/prose-page.tsx';
import { LogOutForm } from '../../shared-computer/log-out-form.tsx';
import type { Data } from './+data.ts';

export function Page({ data: { nextPage, afterLogin, logOutPath, ...prose } }: { readonly data: Data }) {
  const { next, language = 'en' } = prose.page;
  const messages = logOutMessages[language];
  return (
    <ProsePage
      {...prose}
      opening={
        afterLogin && (
          <Island data={afterLogin}>
            <AfterLoginIsland {...afterLogin} />
          </Island>
        )
      }
    >
      {next && (
        <p className="next-step">
          <a className="button" href={next.path} aria-describedby="next-page">
            {next.label}
          </a>
          {nextPage && <span id="next-page">{nextPage.title}</span>}
        </p>
      )}
      {afterLogin && (
        <LogOutForm path={logOutPath}>
          <p>{messages.notNow}</p>
          <button className="button quiet" name={logOutField} value={logOutAction.logOut}>
            {messages.logOut}
          </button>
        </LogOutForm>
      )}
    </ProsePage>
  );
}
