import { DocumentLink } from '../../downloads/documents.tsx';
import { Island } from '../../frame/island.tsx';
import { FormIsland } from '../../islands/form-island.tsx';
import '../../look/form.css';
import { WithoutScript } from '../../prose/without-script.tsx';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  const { island, form, texts, login, site, documents } = data;
  const offered = island.page.documents;
  return (
    <>
      <h1>{form.title}</h1>
      {offered && island.filing !== 'closed' && (
        <p className="form-documents">
          {offered.label}{' '}
          {offered.of.map((id, index) => (
            <span key={id}>
              <DocumentLink of={id} language={island.page.language ?? 'en'} documents={documents} />
              {index < offered.of.length - 1 && ' · '}
            </span>
          ))}
        </p>
      )}
      <WithoutScript site={site} page={island.page} />
      <Island data={island}>
        <FormIsland
          page={island.page}
          form={form}
          texts={texts}
          timeZone={island.timeZone}
          expected={island.filing}
          {...(login ? { login } : {})}
        />
      </Island>
    </>
  );
}
