import '../../styles/site.css';
import { ProsePage } from '../../prose/prose-page.tsx';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  return <ProsePage {...data} />;
}
