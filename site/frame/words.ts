/** The frame's own words; a settlement's words come from its manifest. */
export const words = {
  skip: 'Skip to the main content',
  mainNavigation: 'Main',
  questions: 'Questions? Call toll-free',
  logo: 'Settlement Administrator',
  keyDates: 'Key dates',
  help: 'Need help?',
  helpCall: 'Call us toll-free at',
  next: 'Next',
  notFoundTitle: 'Page not found',
  notFound: 'There is no page at this address. It may have moved, or the address may have a typing error.',
  notFoundNext: 'Start from one of these pages, or call us:',
} as const;
