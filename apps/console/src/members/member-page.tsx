import { Page } from '../layout/page.tsx';

export function Component() {
  return (
    <Page title="Class member">
      <p />
    </Page>
  );
}
