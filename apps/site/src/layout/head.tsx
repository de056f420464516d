import type { Language } from '@redress/contract/language';
import type { Page } from '@redress/contract/settlement';
import { isProsePage, originPlaceholder, previewFileIn } from '@redress/contract/site-files';
import { theme } from '@redress/contract/theme';
import { versionsOf } from '@redress/contract/translations';
import { type LayoutProps, localizeSite } from './localize-site.ts';
import { layoutMessages } from '../messages/layout-messages.ts';

/** Locales for Open Graph. */
const locales: Readonly<Record<Language, string>> = { en: 'en_US', es: 'es_US' };

/** Metadata for browsers, search engines and link previews. The server fills in the origin. */
export function Head({ site, page, language }: LayoutProps) {
  const { name } = localizeSite(site, language);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${page?.title ?? layoutMessages(language).notFoundTitle} – ${name}`}</title>
      {page && <meta name="description" content={page.description} />}
      {!(page && isProsePage(page)) && <meta name="robots" content="noindex" />}
      {page && <Preview site={site} page={page} name={name} language={language} />}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={theme.accent} />
      {/* Safari would turn claim numbers into phone links. */}
      <meta name="format-detection" content="telephone=no" />
      <link rel="icon" href="/favicon-48.png" sizes="48x48" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </head>
  );
}

function Preview(props: LayoutProps & { readonly page: Page; readonly name: string }) {
  const { site, page, name, language } = props;
  const address = originPlaceholder + page.path;
  const versions = versionsOf(site, page);
  return (
    <>
      <link rel="canonical" href={address} />
      {versions.map((version) => (
        <link
          key={version.language}
          rel="alternate"
          hrefLang={version.language}
          href={originPlaceholder + version.path}
        />
      ))}
      {versions[0] && <link rel="alternate" hrefLang="x-default" href={originPlaceholder + versions[0].path} />}
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={(page.translationOf ?? page.path) === '/' ? name : page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:locale" content={locales[language]} />
      {versions.map(
        (version) =>
          version.language !== language && (
            <meta key={version.language} property="og:locale:alternate" content={locales[version.language]} />
          ),
      )}
      <meta property="og:image" content={`${originPlaceholder}/${previewFileIn(language)}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${name}. ${site.caption}`} />
    </>
  );
}
