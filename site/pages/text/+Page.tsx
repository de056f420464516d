import { ProsePage } from '../../prose/prose-page.tsx';
import type { Data } from './+data.ts';

export function Page({ data: { site, page, text } }: { readonly data: Data }) {
  return <ProsePage site={site} title={page.title} text={text} />;
}
