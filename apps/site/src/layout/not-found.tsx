import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/manifest';
import { PhoneLink } from './phone-link.tsx';
import { siteTexts } from '../messages/site-messages.ts';
import { wordsIn } from '../messages/layout-messages.ts';

interface Props {
  readonly site: SiteManifest;
  readonly language: Language;
}

/** Says that an address leads nowhere, and where to start from. */
export function NotFound({ site, language }: Props) {
  const words = wordsIn(language);
  return (
    <div className="prose">
      <h1>{words.notFoundTitle}</h1>
      <p className="lead">{words.notFound}</p>
      <p>
        {words.notFoundNext} <PhoneLink phone={site.phone} />
      </p>
      <ul>
        {siteTexts(site, language).navigation.map(({ path, label, ...item }) => (
          <li key={path}>
            <a href={path} hrefLang={item.language === language ? undefined : item.language}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
