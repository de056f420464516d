import type { SiteManifest } from '@redress/contract/manifest';
import type { ReactNode } from 'react';
import { PhoneLink } from '../frame/phone-link.tsx';
import { words } from '../frame/words.ts';
import { Doors } from './doors.tsx';
import { KeyDates } from './key-dates.tsx';
import { proseComponents } from './prose-components.tsx';
import type { TextModule } from './text-module.ts';

interface Props {
  readonly site: SiteManifest;
  readonly title: string;
  readonly text: TextModule;
  /** What follows the prose. */
  readonly children?: ReactNode;
}

/** A page of prose: its heading and doors first, the dates in a margin of their own, then the text. */
export function ProsePage({ site, title, text, children }: Props) {
  const Text = text.default;
  return (
    <div className="prose-page">
      <div className="opening">
        <h1>{text.heading ?? title}</h1>
        {text.lead !== undefined && <p className="lead">{text.lead}</p>}
        {text.doors && <Doors items={text.doors} />}
      </div>
      {text.dates && (
        <aside className="margin" aria-label={words.keyDates}>
          <KeyDates dates={text.dates} />
          <section className="help">
            <h2>{words.help}</h2>
            <p>
              {words.helpCall} <PhoneLink phone={site.phone} />
            </p>
          </section>
        </aside>
      )}
      <div className="prose">
        <Text components={proseComponents(site)} />
        {children}
      </div>
    </div>
  );
}
