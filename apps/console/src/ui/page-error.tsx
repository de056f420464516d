import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { loadNewVersion } from '../browser/new-version.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';

/** Replaces a screen that cannot be shown, unless the page reloads for a new version. */
export function PageError() {
  const error = useRouteError();
  const [newVersion, setNewVersion] = useState<Awaited<ReturnType<typeof loadNewVersion>>>('reloading');
  useEffect(() => void loadNewVersion().then(setNewVersion), [error]);
  if (newVersion === 'reloading') return <p className="loading">Loading …</p>;
  const detail =
    newVersion === 'unsaved'
      ? 'The console was updated. Some of your work isn’t saved yet: retry the failed calls, or open Returned mail. Then reload the page.'
      : error instanceof ApiError
        ? error.message
        : 'This screen couldn’t be shown. Your saved work is safe. Reload the page to try again.';
  return (
    <Page title="Something went wrong">
      <p role="alert">{detail}</p>
      <p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </p>
    </Page>
  );
}
