import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';
import { type LayoutProps, localizeSite, otherLanguagePages } from './localize-site.ts';

/**
 * Banner, name, phone number, case caption and navigation (specification, section 2). Caption and
 * navigation follow the menu, not inside it: on a phone they show while it is open, on a desktop
 * always, and no browser of 2020 can open `details` with a style sheet.
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
        <p className="phone">
          <span>{messages.questions} </span>
          <a className="phone-number" href={`tel:+${site.phone}`}>
            <Handset />
            <span>{site.phone}</span>
          </a>
        </p>
        <details className="menu">
          <summary>{messages.menu}</summary>
        </details>
        {page?.caption === undefined ? (
          // The court’s caption is in English.
          <p className="caption" lang={ifOther('en')}>
            {site.caption}
          </p>
        ) : (
          <p className="caption own">{page.caption}</p>
        )}
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

/** In place of the number on narrow screens. */
function Handset() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24">
      <path d="M7 3H4C3 13 11 21 21 20v-4l-5-2-2 3c-3-1-6-4-7-7l3-2z" />
    </svg>
  );
}
