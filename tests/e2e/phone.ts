/** The screen of a phone, for the project `phone` and for tests that only run there. */
export const phone = { viewport: { width: 375, height: 812 }, hasTouch: true };
