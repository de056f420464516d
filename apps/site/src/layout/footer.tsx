import type { Language } from '@redress/contract/language';
import { logoPath } from '@redress/contract/theme';
import { layoutMessages } from '../messages/layout-messages.ts';
import { type DocumentContext, DocumentLink } from '../published-documents/published-documents.tsx';
import { type LayoutProps, localizeSite } from './localize-site.ts';
import { PhoneLink } from './phone-link.tsx';

/** Contact, links, consent, privacy policy and imprint (specification, section 2). */
export function Footer({ site, language, documents }: Pick<LayoutProps, 'site'> & DocumentContext) {
  const { footer, footerLinks, navigation } = localizeSite(site, language);
  const messages = layoutMessages(language);
  return (
    <footer className="wrap">
      <div className="footer-columns">
        <section>
          <h2>{messages.help}</h2>
          <p>
            {messages.helpCall} <PhoneLink phone={site.phone} />
          </p>
          <p>
            {messages.helpEmail} <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
        </section>
        <ul>
          {footerLinks.map(({ path, label, ...item }) => (
            <li key={path} className={navigation.some((one) => one.path === path) ? 'in-menu' : undefined}>
              <a href={path} hrefLang={item.language === language ? undefined : item.language}>
                {label}
              </a>
            </li>
          ))}
          <li className="policy">
            <DocumentLink of={footer.privacyPolicy.document} language={language} documents={documents}>
              {footer.privacyPolicy.label}
            </DocumentLink>
          </li>
        </ul>
      </div>
      <p>{footer.consent}</p>
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
      viewBox="4 4 24 24"
      width="40"
      height="40"
    >
      <path d={logoPath} />
    </svg>
  );
}
