import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';

/** The administrator's mark: a court's pediment and columns. */
export function Logo({ language }: { readonly language: Language }) {
  return (
    <svg
      className="logo"
      role="img"
      aria-label={layoutMessages(language).logo}
      viewBox="0 0 32 32"
      width="40"
      height="40"
    >
      <path d="M16 4l12 6v2H4v-2zM7 14h3v10H7zM14.5 14h3v10h-3zM22 14h3v10h-3zM4 26h24v2H4z" />
    </svg>
  );
}
