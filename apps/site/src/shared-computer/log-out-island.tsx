import { logOutAction, logOutField, outcomeId } from '@redress/contract/no-script-form';
import { useEffect, useRef } from 'react';
import { clearUser, removeEverything } from '../browser/storage.ts';
import { removeOnLeaving } from '../browser/sync-sign-out.ts';
import { setFallback } from '../islands/fallback.ts';
import type { LogOutIslandData } from '../islands/island-data.ts';
import { logOutMessages } from '../messages/log-out-messages.ts';
import { LogOutForm } from './log-out-form.tsx';

export function renderLogOutIsland(data: LogOutIslandData) {
  setFallback(logOutMessages[data.page.language ?? 'en'].failed);
  return <LogOutIsland {...data} />;
}

/**
 * Two plain forms. The server ends the login or removes the cookies, and sends this page back with
 * the outcome. Then the script clears the browser's storage.
 */
export function LogOutIsland({ page, home, done }: LogOutIslandData) {
  const messages = logOutMessages[page.language ?? 'en'];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (done === 'removed') removeEverything();
    if (done === 'logged-out') clearUser();
    heading.current?.focus();
  }, [done]);

  if (done === 'removed') {
    return (
      <section className="receipt">
        <h1 id={outcomeId} ref={heading} tabIndex={-1}>
          {messages.removed}
        </h1>
        <p>{messages.removedList}</p>
        <List items={[...(HAS_LOGIN ? [messages.removedLogin] : []), ...messages.removedItems]} />
        <p>{messages.leftList}</p>
        <List items={messages.leftItems} />
        <p>
          <strong>{messages.close}</strong>
        </p>
        <noscript>
          <p>{messages.withoutScript}</p>
        </noscript>
        <a className="button" href={home}>
          {messages.home}
        </a>
      </section>
    );
  }
  const isLoggedOut = HAS_LOGIN && done === 'logged-out';
  return (
    <>
      {isLoggedOut && (
        <section className="receipt">
          <h1 id={outcomeId} ref={heading} tabIndex={-1}>
            {messages.loggedOut}
          </h1>
          <p>{messages.loggedOutText}</p>
          <a className="button" href={home}>
            {messages.home}
          </a>
        </section>
      )}
      {HAS_LOGIN && !isLoggedOut && (
        <>
          <h1>{messages.logOut}</h1>
          <p className="lead">{messages.lead}</p>
        </>
      )}
      {!HAS_LOGIN && <h1>{messages.removeHeading}</h1>}
      {done === 'not-ours' && (
        <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
          <p>{messages.notOurs}</p>
        </div>
      )}
      {HAS_LOGIN && !isLoggedOut && (
        <>
          <p>{messages.logOutText}</p>
          <LogOutForm path={page.path}>
            <button className="button" name={logOutField} value={logOutAction.logOut}>
              {messages.logOut}
            </button>
          </LogOutForm>
        </>
      )}
      {HAS_LOGIN && <h2>{messages.removeHeading}</h2>}
      <p>{messages.removeText}</p>
      <List items={[messages.unfiled, messages.uploading]} />
      <LogOutForm path={page.path} onSubmit={removeOnLeaving}>
        <button className="button quiet" name={logOutField} value={logOutAction.remove}>
          {messages.remove}
        </button>
      </LogOutForm>
    </>
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
