/** What is said when a login asks for work: not among the other words, because hardly anybody ever loads it. */
export const loginWorkEn = {
  /** Why it takes longer than usual. */
  working:
    'Checking your IDs… Many wrong IDs were tried lately, perhaps by strangers. To keep them out, your device solves a small task first. This takes some seconds, on an old phone up to 20. You need not do anything.',
  failed:
    'Your device could not solve the small task that keeps strangers out. Please try again, or use another browser. If it happens again, call us.',
};
export type LoginWorkTexts = typeof loginWorkEn;
