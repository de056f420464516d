/** The singular and plural names of characters that people type where they are not allowed. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  ',': ['comma', 'commas'],
  ';': ['semicolon', 'semicolons'],
  ':': ['colon', 'colons'],
  '.': ['period', 'periods'],
  '-': ['hyphen', 'hyphens'],
  ' ': ['space', 'spaces'],
  '"': ['quotation mark', 'quotation marks'],
  "'": ['apostrophe', 'apostrophes'],
  '!': ['exclamation point', 'exclamation points'],
  '?': ['question mark', 'question marks'],
  '@': ['at sign', 'at signs'],
  '+': ['plus sign', 'plus signs'],
  '*': ['asterisk', 'asterisks'],
  '%': ['percent sign', 'percent signs'],
  $: ['dollar sign', 'dollar signs'],
  _: ['underscore', 'underscores'],
  '/': ['slash', 'slashes'],
};

/** Messages about an answer besides the messages of its rules. They load after the form. */
export const adviceEn = {
  /** Doubts about answers that the rules accept. */
  questions: {
    didYouMean: (address: string) => `Did you mean ${address}?`,
    take: (value: string) => `Use ${value}`,
    noEnding: 'Is this right? The address has no ending such as .com.',
    extraPeriod: 'Is this right? There is one period too many before the @ sign.',
    zeroAmount: 'You entered $0. Is that right? If you paid something, enter the amount.',
    zeroCount: 'You entered 0. Is that right?',
    threeDecimals: (amount: string, whole: string) =>
      `You entered $${amount}. The period comes before the cents. Did you mean ${whole}?`,
  },
  /** Hints on fixing an answer, below the message of the rule that it breaks. */
  hints: {
    enterYour: (label: string) => `Enter your ${label}.`,
    name: 'name',
    /** Shown when a claimant changes part of a masked answer from the notice. */
    hidden: 'Type the whole answer, without dots.',
    remove: (character: string, several: boolean) => {
      const name = names[character]?.[several ? 1 : 0];
      if (name === undefined) return `Remove “${character}”.`;
      return character === ' ' ? `Remove the ${name}.` : `Remove the ${name} (${character}).`;
    },
    removeThese: (characters: string) => `Remove these characters (${characters}).`,
    removeLetters: 'Remove the letters.',
    unseen: 'Type it again. It has a character that cannot be seen.',
    tooLong: (count: number, extra: number) => `You typed ${count} characters, ${extra} too many.`,
    digits: (count: number, wanted: number) =>
      `You typed ${count === 1 ? '1 digit' : `${count} digits`}. Enter ${wanted}.`,
    characters: (count: number, wanted: number) =>
      `You typed ${count === 1 ? '1 letter or digit' : `${count} letters and digits`}. Enter ${wanted}.`,
    foreignZip: 'Only U.S. ZIP codes work here. If your address is in another country, file by mail.',
    foreignPhone: (isOptional: boolean) =>
      `Only U.S. phone numbers work here. If you have none, ${isOptional ? 'leave this empty' : 'file by mail'}.`,
    zipDigits: (count: number) => `You typed ${count === 1 ? '1 digit' : `${count} digits`}. Enter 5 or 9.`,
    wholeNumber: 'Enter a whole number, such as 24.',
    countInDigits: 'Write the number in digits, such as 24.',
    amountInDigits: 'Write the amount in digits, such as 1250.50.',
    commas: 'Remove the commas. Put a period before the cents, as in 1250.50.',
    onePeriod: 'Use only one period, right before the cents.',
    zeroFirst: 'Put a 0 before the period.',
    periodLast: 'Remove the period at the end.',
    addAt: 'Add the @ sign, as in name@example.com.',
    oneAt: 'Use only one @ sign.',
    beforeAt: 'Add the part before the @ sign.',
    afterAt: 'Add the part after the @ sign, as in name@example.com.',
    addEnding: 'Add the ending, such as .com.',
    longEnding: 'We cannot accept this ending. Please use another address.',
    otherAddress: (character: string) => `We cannot accept an address with “${character}”. Please use another address.`,
    notInAddress: (character: string) =>
      character === ' '
        ? 'An email address has no spaces. Please check it.'
        : `An email address has no “${character}”. Please check it.`,
    checkDomain: 'Check the part after the @ sign.',
  },
};
export type AdviceMessages = typeof adviceEn;
