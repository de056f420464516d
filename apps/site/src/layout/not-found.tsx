import { PhoneLink } from './phone-link.tsx';
import { type LayoutProps, localizeSite } from './localize-site.ts';
import { layoutMessages } from '../messages/layout-messages.ts';

export function NotFound({ site, language }: Omit<LayoutProps, 'page'>) {
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
