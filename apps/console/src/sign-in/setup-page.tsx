import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { ApiError, apiQuery } from '../api/api-client.ts';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { AccountSetup } from './account-setup.tsx';

/** `/console/setup#TOKEN`: sets up the first account, or an invited one. */
export function Component() {
  const token = useLocation().hash.slice(1);
  const link = useQuery({
    ...apiQuery(['setup', token], 'POST /setup/link', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // The link is used up once the account exists, so that another request would fail.
    refetchOnWindowFocus: false,
  });
  const isRefused = token === '' || (link.error instanceof ApiError && link.error.code === 'link-not-valid');
  if (isRefused)
    return (
      <main className="centered">
        <Page title="This link does not work">
          <p role="alert">
            {link.error?.message ?? 'Part of the link is missing. Copy the whole link and open it again.'}
          </p>
          <p>
            <Link to="/sign-in">Sign in</Link>
          </p>
        </Page>
      </main>
    );
  return (
    <main className="centered">
      <Page title="Set up your account">
        <QueryState query={link}>{(data) => <AccountSetup key={token} link={data} token={token} />}</QueryState>
      </Page>
    </main>
  );
}
