import { Island } from '../../frame/island.tsx';
import { LoginIsland } from '../../islands/login-island.tsx';
import '../../look/form.css';
import { WithoutScript } from '../../prose/without-script.tsx';
import type { Data } from './+data.ts';

export function Page({ data: { island, form, texts, site } }: { readonly data: Data }) {
  return (
    <>
      <h1>{form.title}</h1>
      <WithoutScript site={site} page={island.page} />
      <Island data={island}>
        <LoginIsland {...island} form={form} texts={texts} />
      </Island>
    </>
  );
}
