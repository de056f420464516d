import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { sessionQuery } from '../api/use-session.ts';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { oidcProblems, reportSignIn } from './oidc.ts';
import { methodsQuery, SignInForm } from './sign-in-form.tsx';

/** `/console/sign-in?next=…`: signs in, and continues to the requested screen. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [parameters] = useSearchParams();
  const next = readNext(parameters.get('next'));
  const outcome = parameters.get('oidc');
  const isBack = outcome === 'done';
  const isPopup = parameters.has('popup');
  // The identity provider sent the browser back with a session.
  const { data: methods } = useQuery(methodsQuery);
  const { isSuccess } = useQuery({ ...sessionQuery, enabled: isBack, retry: false });
  useEffect(() => {
    if (!isBack || !isSuccess) return;
    if (isPopup) reportSignIn();
    else void navigate(next, { replace: true });
  }, [isBack, isSuccess, isPopup, navigate, next]);
  if (isBack && isSuccess)
    return (
      <main className="centered">
        <Page title="You are signed in">
          <p>{isPopup ? 'You can close this window.' : 'One moment …'}</p>
        </Page>
      </main>
    );
  return (
    <main className="centered">
      <Page title="Sign in" heading="Sign in to the console">
        {/* The line has its height before the name is known. */}
        <p>
          <strong>{methods?.settlement ?? '…'}</strong>
        </p>
        {outcome !== null && !isBack && <Failure>{oidcProblems[outcome] ?? oidcProblems['failed']}</Failure>}
        <SignInForm
          next={next}
          onSignedIn={() => {
            // Removes the previous person's data from this tab.
            queries.clear();
            void navigate(next, { replace: true });
          }}
        />
        <p className="soft">
          No account? Ask an administrator to invite you. If you lost every way to sign in, the operator of this website
          can make you a new link.
        </p>
      </Page>
    </main>
  );
}

/** Accepts only paths of the console, so that a link cannot lead to another website. */
function readNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/';
}
