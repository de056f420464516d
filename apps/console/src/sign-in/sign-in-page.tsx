import { useNavigate, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Page } from '../layout/page.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** `/console/sign-in?next=…`: leads on to the screen that somebody wanted. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [parameters] = useSearchParams();
  const next = readNext(parameters.get('next'));
  return (
    <main className="centered">
      <Page title="Sign in">
        <SignInForm
          onSignedIn={() => {
            // Nothing that somebody else saw in this tab remains.
            queries.clear();
            void navigate(next, { replace: true });
          }}
        />
      </Page>
    </main>
  );
}

/** Only a path of the console: a link cannot lead anybody elsewhere. */
function readNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}
