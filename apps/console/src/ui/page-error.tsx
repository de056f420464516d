import { useRouteError } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';

/** Replaces a screen that cannot be shown. */
export function PageError() {
  const error = useRouteError();
  const detail =
    error instanceof ApiError
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
