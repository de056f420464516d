import type { Language } from '@redress/contract/language';
import type { StatusView } from '@redress/contract/status-page';
import { ClaimStatusPage } from './claim-status-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

export interface StatusPageProps {
  /** The status page in this language. */
  readonly path: string;
  readonly title: string;
  readonly language: Language;
  readonly phone: string;
  /** Notices have IDs to log in with. */
  readonly hasIds: boolean;
}

/** Signs claimants in, and shows them where their claim is. Every form is plain: it needs no script. */
export function StatusPage({ view, ...page }: StatusPageProps & { readonly view?: StatusView }) {
  return view?.name === 'claim' ? <ClaimStatusPage {...page} view={view} /> : <SignInPage {...page} view={view} />;
}
