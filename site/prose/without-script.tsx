import type { SiteManifest } from '@redress/contract/manifest';
import { PhoneLink } from '../frame/phone-link.tsx';

/** For browsers without script: how to file by mail. */
export function WithoutScript({ site, words }: { readonly site: SiteManifest; readonly words: string }) {
  return (
    <noscript>
      <div className="note warn">
        <p>
          {words} <PhoneLink phone={site.phone} />
        </p>
        <address>
          {site.mailingAddress.map((line) => (
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
