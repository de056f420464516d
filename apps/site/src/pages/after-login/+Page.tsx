import { logOutAction, logOutField } from '@redress/contract/no-script-form';
import { Island } from '../../islands/island.tsx';
import { AfterLoginIsland } from '../../login/after-login-island.tsx';
import { logOutMessages } from '../../messages/log-out-messages.ts';
import { LogOutForm } from '../../shared-computer/log-out-form.tsx';
import { Page as Instructions } from '../instructions/+Page.tsx';
import type { Data } from './+data.ts';

/** Instructions that follow a login. */
export function Page({ data: { instructions, island, logOutPath } }: { readonly data: Data }) {
  const messages = logOutMessages[island.language];
  return (
    <Instructions
      data={instructions}
      opening={
        <Island data={island}>
          <AfterLoginIsland {...island} />
        </Island>
      }
    >
      <LogOutForm path={logOutPath} className="next-step">
        <button className="button quiet" name={logOutField} value={logOutAction.logOut}>
          {messages.logOut}
        </button>
        <span>{messages.notNow}</span>
      </LogOutForm>
    </Instructions>
  );
}
