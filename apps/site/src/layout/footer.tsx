import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/manifest';
import type { FindDocument } from '../published-documents/case-documents.ts';
import { DocumentLink } from '../published-documents/published-documents.tsx';
import { Logo } from './logo.tsx';
import { localizeSite } from './localize-site.ts';

interface Props {
  readonly site: SiteManifest;
  readonly language: Language;
  readonly documents: FindDocument;
}

/** Consent and privacy, and whose website this is (specification, section 2). */
export function Footer({ site, language, documents }: Props) {
  const { footer } = localizeSite(site, language);
  return (
    <footer className="wrap">
      <p>{footer.consent}</p>
      <p className="policy">
        <DocumentLink of={footer.privacyPolicy.document} language={language} documents={documents}>
          {footer.privacyPolicy.label}
        </DocumentLink>
      </p>
      <div className="imprint">
        <Logo language={language} />
        <p>{footer.copyright}</p>
      </div>
    </footer>
  );
}
