/**
 * Colors that pages, PDFs, email and the favicon share. Contrast on white: ink 16:1, soft 7:1,
 * accent 8:1. Style sheets write `theme(accent)`. Colors that only pages use are in
 * `apps/site/src/styles/tokens.css`.
 */
export const theme = {
  ink: '#1c2126',
  soft: '#525a64',
  line: '#d9d6cc',
  accent: '#0b5567',
} as const;
