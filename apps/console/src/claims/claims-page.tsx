import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Claims">
      <p />
    </Page>
  );
}
