import '../../look/site.css';
import { PhoneLink } from '../../frame/phone-link.tsx';
import { wordsIn } from '../../frame/words.ts';
import type { Data } from './+data.ts';

const words = wordsIn('en');

export function Page({ data: { site } }: { readonly data: Data }) {
  return (
    <div className="prose">
      <h1>{words.notFoundTitle}</h1>
      <p className="lead">{words.notFound}</p>
      <p>
        {words.notFoundNext} <PhoneLink phone={site.phone} />
      </p>
      <ul>
        {site.pages.map(
          ({ path, navigation, language }) =>
            navigation !== undefined && (
              <li key={path}>
                <a href={path} hrefLang={language}>
                  {navigation}
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
