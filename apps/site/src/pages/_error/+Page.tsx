import '../../styles/site.css';
import { NotFound } from '../../layout/not-found.tsx';
import type { Data } from './+data.ts';

export function Page({ data: { site } }: { readonly data: Data }) {
  return <NotFound site={site} language="en" />;
}
