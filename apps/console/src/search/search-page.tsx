import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Search">
      <p />
    </Page>
  );
}
