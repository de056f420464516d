import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Set up your account">
      <p />
    </Page>
  );
}
