import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';
import { type LayoutProps, localizeSite, otherLanguagePages } from './localize-site.ts';
import { PhoneLink } from './phone-link.tsx';

/**
 * Banner, name, case caption, phone number and navigation (specification, section 2). The
 * navigation follows the menu and is not inside it: on a phone it shows while the menu is open, on
 * a desktop always, and no browser of 2020 can open `details` with a style sheet.
 */
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
              {layoutMessages(other.language).languageName}
            </a>
          ))}
        </div>
      </div>
      <div className="wrap nameplate">
        <a className="site-name" href={home.path} hrefLang={ifOther(home.language)}>
          {name}
        </a>
        <details className="menu">
          <summary>{messages.menu}</summary>
        </details>
        {page?.caption === undefined ? (
          // The court’s caption is in English.
          <p className="caption" lang={ifOther('en')}>
            {site.caption}
          </p>
        ) : (
          <p className="caption">{page.caption}</p>
        )}
        <p className="phone">
          <span>{messages.questions} </span>
          <PhoneLink phone={site.phone} />
        </p>
        <nav aria-label={messages.mainNavigation}>
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
      </div>
    </header>
  );
}
