/**
 * Pages, PDFs, email and the favicon share these colors. Contrast on white is 16:1 for ink, 7:1 for
 * soft and 8:1 for accent. Style sheets write `theme(accent)`. `packages/ui/src/tokens.css` has the
 * colors that only pages use.
 */
export const theme = {
  ink: '#1c2126',
  soft: '#525a64',
  line: '#d9d6cc',
  accent: '#0b5567',
} as const;

/** This SVG path is a courthouse on 32 by 32 units, for icons, link previews and the footer. */
export const logoPath = 'M16 5l10 5v2H6v-2zM8 14h3v9H8zm6.5 0h3v9h-3zM21 14h3v9h-3zM6 25h20v2H6z';
export const logoUnits = 32;
