import type { FormPage, LoginPage, SiteManifest } from '@redress/contract/manifest';
import { PhoneLink } from '../frame/phone-link.tsx';
import { wordsIn } from '../frame/words.ts';

/** For browsers without script: how to file by mail. */
export function WithoutScript({ site, page }: { readonly site: SiteManifest; readonly page: FormPage | LoginPage }) {
  const instructions = instructionsOf(site, page);
  return (
    <noscript>
      <div className="note warn">
        <p>
          {page.texts.withoutScript} <PhoneLink phone={site.phone} />
        </p>
        {instructions !== undefined && (
          <p>
            <a href={`${instructions}#by-mail`}>{wordsIn(page.language ?? 'en').byMail}</a>
          </p>
        )}
        <address>
          {page.mailingAddress.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </address>
      </div>
    </noscript>
  );
}

/** The path of the instructions that lead to a form, or that a login leads to. */
function instructionsOf(site: SiteManifest, page: FormPage | LoginPage): string | undefined {
  const instructions = site.pages.find(
    (one) =>
      one.kind === 'instructions' && (page.kind === 'login' ? one.path === page.next : one.next?.path === page.path),
  );
  return instructions?.path;
}
