import { Link } from 'react-router';
import { Page } from './page.tsx';

export function Component() {
  return (
    <Page title="Not found">
      <p>There is nothing at this address. It may have been typed wrong, or you may not have access to it.</p>
      <p>
        <Link to="/">Go to the start</Link>
      </p>
    </Page>
  );
}
