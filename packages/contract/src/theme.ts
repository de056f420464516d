/**
 * Colors that pages, PDFs, email and the favicon share. Contrast on white: ink 16:1, soft 7:1,
 * accent 8:1. Style sheets write `theme(accent)`. Colors that only pages use are in
 * `packages/ui/src/tokens.css`.
 */
export const theme = {
  ink: '#1c2126',
  soft: '#525a64',
  line: '#d9d6cc',
  accent: '#0b5567',
} as const;

/** A courthouse on 32 by 32 units, as an SVG path: in icons, link previews and the footer. */
export const logoPath = 'M16 5l10 5v2H6v-2zM8 14h3v9H8zm6.5 0h3v9h-3zM21 14h3v9h-3zM6 25h20v2H6z';
export const logoUnits = 32;
