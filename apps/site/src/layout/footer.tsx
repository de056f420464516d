import type { Language } from '@redress/contract/language';
import { type DocumentContext, DocumentLink } from '../published-documents/published-documents.tsx';
import { type LayoutProps, localizeSite } from './localize-site.ts';
import { layoutMessages } from '../messages/layout-messages.ts';

/** Consent, privacy policy and imprint (specification, section 2). */
export function Footer({ site, language, documents }: Pick<LayoutProps, 'site'> & DocumentContext) {
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

/** The pediment and columns of a courthouse. */
function Logo({ language }: { readonly language: Language }) {
  return (
    <svg
      className="logo"
      role="img"
      aria-label={layoutMessages(language).logo}
      viewBox="0 0 32 32"
      width="40"
      height="40"
    >
      <path d="M16 4l12 6v2H4v-2zM7 14h3v10H7zM14.5 14h3v10h-3zM22 14h3v10h-3zM4 26h24v2H4z" />
    </svg>
  );
}
