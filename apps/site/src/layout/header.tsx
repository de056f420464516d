import type { Language } from '@redress/contract/language';
import { type LayoutProps, localizeSite, otherLanguagePages } from './localize-site.ts';
import { PhoneLink } from './phone-link.tsx';
import { layoutMessages } from '../messages/layout-messages.ts';

/** Banner, name, case caption, phone number and navigation (specification, section 2). */
export function Header(props: LayoutProps) {
  const { site, page, language } = props;
  const messages = layoutMessages(language);
  const { name, banner, home, navigation } = localizeSite(site, language);
  const ifOther = (other: Language) => (other === language ? undefined : other);
  return (
    <header className="masthead">
      <div className="banner">
        <div className="wrap">
          <p>{banner}</p>
          {otherLanguagePages(props).map((other) => (
            <a key={other.language} href={other.path} lang={other.language} hrefLang={other.language}>
              {layoutMessages(other.language).readHere}
            </a>
          ))}
        </div>
      </div>
      <div className="wrap nameplate">
        <div>
          <a className="site-name" href={home.path} hrefLang={ifOther(home.language)}>
            {name}
          </a>
          {page?.caption === undefined ? (
            // The court’s caption is in English.
            <p className="caption" lang={ifOther('en')}>
              {site.caption}
            </p>
          ) : (
            <p className="caption">{page.caption}</p>
          )}
        </div>
        <p className="phone">
          <span>{messages.questions}</span> <PhoneLink phone={site.phone} />
        </p>
      </div>
      <nav className="wrap" aria-label={messages.mainNavigation}>
        <ul>
          {navigation.map((item) => (
            <li key={item.path}>
              <a
                href={item.path}
                lang={ifOther(item.labelLanguage)}
                hrefLang={ifOther(item.language)}
                aria-current={item.path === page?.path ? 'page' : item.path === page?.parent ? 'true' : undefined}
              >
                {item.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
