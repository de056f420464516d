import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Approvals">
      <p />
    </Page>
  );
}
