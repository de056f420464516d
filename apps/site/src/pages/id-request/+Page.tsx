import { Island } from '../../islands/island.tsx';
import '../../styles/form.css';
import type { Data } from './+data.ts';

export function Page({ data: { island, rendered, form } }: { readonly data: Data }) {
  return (
    <>
      <h1>{form.title}</h1>
      {island.page.messages.lead.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <Island data={island}>{rendered}</Island>
    </>
  );
}
