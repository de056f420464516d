import { Type } from 'typebox';
import { type Content, recordOf, text, wholeNumber } from './explain-mistakes.ts';

/** The kinds of letters to claimants. Each has a template in every language of the website. */
export const letterKinds = [
  'deficiency',
  'reminder',
  'approved',
  'reduced',
  'denied',
  'answer-received',
  'file-refused',
  'contact-changed',
  'dispute-decision',
] as const;
export type LetterKind = (typeof letterKinds)[number];
/** The kinds that staff queue after decisions. */
export const dueLetterKinds = ['deficiency', 'approved', 'reduced', 'denied', 'dispute-decision'] as const;
export type LetterDue = (typeof dueLetterKinds)[number];

export const letterStatuses = [
  'queued',
  'sent',
  'in-batch',
  'mailed',
  'returned',
  'bounced',
  'cancelled',
  'undeliverable',
] as const;
export type LetterStatus = (typeof letterStatuses)[number];

/**
 * The trigger `letters_keep` of the database has the same table. `sent`: the mail server accepted
 * the email. `mailed`: the mail house or staff confirmed the day. Nothing says that a letter
 * arrived.
 */
export const letterTransitions: Readonly<Record<LetterStatus, readonly LetterStatus[]>> = {
  queued: ['sent', 'in-batch', 'mailed', 'bounced', 'cancelled', 'undeliverable'],
  'in-batch': ['mailed'],
  sent: ['bounced'],
  mailed: ['returned'],
  returned: ['undeliverable'],
  bounced: ['undeliverable'],
  cancelled: [],
  undeliverable: [],
};

/** A placeholder is written in braces in a template, such as `{name}`. */
export const letterPlaceholders = {
  /** The claimant or company. */
  name: 'the name of the claimant',
  /** With the prefix of the form. */
  reference: 'the reference number',
  settlement: 'the case’s name on receipts',
  filedOn: 'the day on which the claim was filed',
  statusPage: 'the address of the status page',
  phone: 'the phone number of the settlement',
  /** The case’s return address, on one line. */
  address: 'the postal address of the settlement',
  /** Of the decision, with a dollar sign. */
  amount: 'the recognized amount',
  claimedAmount: 'the claimed amount',
  /** If the letter is mailed on the day on which it is queued. The claimant may have longer. */
  due: 'the last day to answer or dispute',
  /** One sentence, such as `We deny your claim.` */
  outcome: 'the decision',
} as const;
export type LetterPlaceholder = keyof typeof letterPlaceholders;

/** Every kind allows these. */
const usual = ['name', 'reference', 'settlement', 'filedOn', 'statusPage', 'phone', 'address'] as const;
/** The placeholders that each kind needs, and those that it also allows. */
export const placeholdersOf: Readonly<
  Record<LetterKind, { readonly needs: readonly LetterPlaceholder[]; readonly allows: readonly LetterPlaceholder[] }>
> = {
  deficiency: { needs: ['due', 'statusPage', 'phone'], allows: usual },
  reminder: { needs: ['due', 'statusPage', 'phone'], allows: usual },
  approved: { needs: ['amount', 'due', 'statusPage', 'phone'], allows: usual },
  reduced: { needs: ['amount', 'due', 'statusPage', 'phone'], allows: [...usual, 'claimedAmount'] },
  denied: { needs: ['due', 'statusPage', 'phone'], allows: usual },
  'answer-received': { needs: ['phone'], allows: usual },
  'file-refused': { needs: ['statusPage', 'phone'], allows: usual },
  'contact-changed': { needs: ['phone'], allows: usual },
  'dispute-decision': { needs: ['outcome', 'phone'], allows: [...usual, 'due'] },
};

/** The kinds whose templates must show the reasons of the decision. */
export const kindsWithReasons: readonly LetterKind[] = [
  'deficiency',
  'reminder',
  'reduced',
  'denied',
  'dispute-decision',
];
/** The kinds whose templates must list files that the claimant sent. */
export const kindsWithFiles: readonly LetterKind[] = ['answer-received', 'file-refused'];

const LetterPartSchema = Type.Union([
  text('We reviewed your claim.'),
  Type.Object({ heading: text('What we need from you') }),
  Type.Object({ list: Type.Array(text('Upload it at {statusPage}')) }),
  /** The reasons of the decision, as their texts in the rules of review say. */
  Type.Object({ reasons: Type.Literal('all') }),
  Type.Object({ files: Type.Literal('all') }),
]);

/** A template is published with its version; a change needs a new one. */
export const LetterTemplateSchema = Type.Object({
  version: wholeNumber(1, 1),
  subject: text('We need more information for your claim {reference}'),
  body: Type.Array(LetterPartSchema),
});
export type LetterTemplate = Content<typeof LetterTemplateSchema>;
export type LetterPart = LetterTemplate['body'][number];
export type LetterTemplates = { readonly [K in LetterKind]: LetterTemplate };

/** Returns `letters/denied.v1.ts` or `letters/denied.v1.es.ts`, in the settlement's folder or `shared/`. */
export const fileOfLetter = (kind: LetterKind, version: number, language = 'en'): string =>
  `letters/${kind}.v${version}${language === 'en' ? '' : `.${language}`}.ts`;

/** Legal defaults on letters and answers, for counsel to confirm. Days are calendar days. */
export const MailRulesSchema = Type.Object({
  /** Claimants have at least this long to cure a deficiency, and in any case until the claim deadline. */
  cureDays: wholeNumber(1, 30),
  /** Claimants have this long to dispute a decision. */
  disputeDays: wholeNumber(1, 30),
  /** After a dispute was decided, claimants have this long to ask the court to decide. */
  courtDays: wholeNumber(1, 30),
  /** Additional days for a letter by post. */
  mailDays: wholeNumber(0, 3),
  /** After a letter is mailed again, at least this many days remain. */
  remailDays: wholeNumber(0, 20),
  /** A reminder is due this many days before a deficiency expires. */
  reminderDays: wholeNumber(1, 10),
  /** A contact that a claimant changes on the status page is used this many days later. */
  contactHoldDays: wholeNumber(1, 3),
  /** A letter that comes back is mailed again until there have been this many attempts. */
  maxAttempts: wholeNumber(1, 2),
  /** Printed on letters and behind the envelope’s upper window. The keys are case IDs. */
  returnAddress: recordOf('case', Type.Array(text('P.O. Box 00000'))),
});
export type MailRules = Content<typeof MailRulesSchema>;

/** The merged text of a letter. It is frozen when the letter is queued. */
export interface LetterContent {
  /** BCP 47, for example `en-US`. */
  readonly lang: string;
  readonly siteName: string;
  /** The court's English name for the case. */
  readonly caption?: string | undefined;
  readonly returnAddress: readonly string[];
  readonly statusPage: string;
  readonly phone: string;
  /** The court's day on which it was queued, as people read it. */
  readonly date: string;
  readonly reference: string;
  readonly subject: string;
  readonly body: readonly LetterContentPart[];
}
export type LetterContentPart = string | { readonly heading: string } | { readonly list: readonly string[] };

/** Characters of a letter ID, without hyphens. */
export const letterIdLength = 10;
/** A letter ID in groups, as it is printed: `K7M-9Q2-XR4*`. */
export const formatLetterId = (code: string): string => code.replace(/^(...)(...)/, '$1-$2-');
