import type { SiteManifest } from '@redress/contract/manifest';
import { Logo } from './logo.tsx';

export function Footer({ site }: { readonly site: SiteManifest }) {
  return (
    <footer className="wrap">
      <p>{site.footer.consent}</p>
      <div className="imprint">
        <Logo />
        <p>{site.footer.copyright}</p>
      </div>
    </footer>
  );
}
