import { ProsePage } from '../../prose/prose-page.tsx';
import type { Data } from './+data.ts';

export function Page({ data: { site, page, nextPage, text } }: { readonly data: Data }) {
  return (
    <ProsePage site={site} title={page.title} text={text}>
      {page.next && (
        <p className="way-on">
          <a className="button" href={page.next.path} aria-describedby="next-page">
            {page.next.label}
          </a>
          {nextPage && <span id="next-page">{nextPage.title}</span>}
        </p>
      )}
    </ProsePage>
  );
}
