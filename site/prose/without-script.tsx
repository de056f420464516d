import type { FormPage, LoginPage, SiteManifest } from '@redress/contract/manifest';
import { PhoneLink } from '../frame/phone-link.tsx';

/** For browsers without script: how to file by mail. */
export function WithoutScript({ site, page }: { readonly site: SiteManifest; readonly page: FormPage | LoginPage }) {
  return (
    <noscript>
      <div className="note warn">
        <p>
          {page.texts.withoutScript} <PhoneLink phone={site.phone} />
        </p>
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
