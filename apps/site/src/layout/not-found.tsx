import type { Language } from '@redress/contract/language';
import type { SiteManifest } from '@redress/contract/settlement';
import { PhoneLink } from './phone-link.tsx';
import { localizeSite } from './localize-site.ts';
import { layoutMessages } from '../messages/layout-messages.ts';

interface Props {
  readonly site: SiteManifest;
  readonly language: Language;
}

export function NotFound({ site, language }: Props) {
  const messages = layoutMessages(language);
  return (
    <div className="prose">
      <h1>{messages.notFoundTitle}</h1>
      <p className="lead">{messages.notFound}</p>
      <p>
        {messages.notFoundNext} <PhoneLink phone={site.phone} />
      </p>
      <ul>
        {localizeSite(site, language).navigation.map(({ path, label, ...item }) => (
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
