import { Island } from '../../frame/island.tsx';
import { FormIsland } from '../../islands/form-island.tsx';
import '../../look/form.css';
import { WithoutScript } from '../../prose/without-script.tsx';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  const { island, form, login, site } = data;
  return (
    <>
      <h1>{form.title}</h1>
      <WithoutScript site={site} page={island.page} />
      <Island data={island}>
        <FormIsland page={island.page} form={form} timeZone={island.timeZone} {...(login ? { login } : {})} />
      </Island>
    </>
  );
}
