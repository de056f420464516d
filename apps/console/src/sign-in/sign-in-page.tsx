import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Sign in">
      <p />
    </Page>
  );
}
