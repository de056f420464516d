import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Dashboard">
      <p />
    </Page>
  );
}
