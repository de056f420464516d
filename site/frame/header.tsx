import type { SiteManifest } from '@redress/contract/manifest';
import { PhoneLink } from './phone-link.tsx';
import { words } from './words.ts';

interface Props {
  readonly site: SiteManifest;
  /** The page that is shown; absent on the error page. */
  readonly path: string | undefined;
}

/** Who runs the site, its name, the case, the phone number, and the navigation (specification, section 2). */
export function Header({ site, path }: Props) {
  return (
    <header className="masthead">
      <p className="banner">
        <span className="wrap">{site.banner}</span>
      </p>
      <div className="wrap nameplate">
        <div>
          <a className="site-name" href="/">
            {site.name}
          </a>
          <p className="caption">{site.caption}</p>
        </div>
        <p className="phone">
          <span>{words.questions}</span> <PhoneLink phone={site.phone} />
        </p>
      </div>
      <nav className="wrap" aria-label={words.mainNavigation}>
        <ul>
          {site.pages.map(
            (page) =>
              page.navigation !== undefined && (
                <li key={page.path}>
                  <a href={page.path} aria-current={page.path === path ? 'page' : undefined}>
                    {page.navigation}
                  </a>
                </li>
              ),
          )}
        </ul>
      </nav>
    </header>
  );
}
