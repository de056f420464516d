import { DocumentLink } from '../../published-documents/published-documents.tsx';
import { HiddenFormFields } from '../../no-script/no-script-form.tsx';
import { OpenSavedFormSection, SaveFormSection } from '../../no-script/saved-form-sections.tsx';
import { Island } from '../../islands/island.tsx';
import '../../styles/form.css';
import type { Data } from './+data.ts';

export function Page({ data }: { readonly data: Data }) {
  const { island, rendered, form, messages, documents } = data;
  const offered = island.page.documents;
  // On a phone, the instructions follow the form, so that its first field is on the first screen.
  const papers = (where: 'above' | 'below') =>
    offered &&
    island.filing !== 'closed' && (
      <p className={`form-documents ${where}`}>
        {offered.label}{' '}
        {offered.of.map((id, index) => (
          <span key={id}>
            <DocumentLink of={id} language={island.page.language ?? 'en'} documents={documents} />
            {index < offered.of.length - 1 && ' · '}
          </span>
        ))}
      </p>
    );
  return (
    <>
      <h1>{island.page.heading ?? form.title}</h1>
      {papers('above')}
      {island.filing !== 'closed' && <HiddenFormFields form={form} messages={messages} />}
      {island.filing !== 'closed' && <OpenSavedFormSection page={island.page} />}
      <Island data={island}>{rendered}</Island>
      {island.filing !== 'closed' && <SaveFormSection page={island.page} />}
      {papers('below')}
    </>
  );
}
