import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Import class members">
      <p />
    </Page>
  );
}
