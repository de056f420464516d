import type { StatusView } from '@redress/contract/status-page';
import type { StatusPageData } from '../islands/island-data.ts';
import { ClaimStatusPage } from './claim-status-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** Signs claimants in, and shows them where their claim is. Every form is plain: it needs no script. */
export function StatusPage({ view, ...page }: StatusPageData & { readonly view?: StatusView }) {
  return view?.name === 'claim' ? <ClaimStatusPage {...page} view={view} /> : <SignInPage {...page} view={view} />;
}
