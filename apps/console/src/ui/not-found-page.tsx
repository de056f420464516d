import { Link } from 'react-router';
import { Page } from './page.tsx';

export function Component() {
  return (
    <Page title="Not found">
      <p>This page doesn’t exist, or you don’t have access to it. Check the address.</p>
      <p>
        <Link to="/">Go to the home page</Link>
      </p>
    </Page>
  );
}
