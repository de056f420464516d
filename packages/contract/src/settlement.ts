import type { DataRules } from '@redress/datafiles/rules';
import type { ClaimForm, Form } from '@redress/forms/definition';
import type { Content } from './explain-mistakes.ts';
import type { Fund } from './funds.ts';
import type { TranslationLanguage } from './language.ts';
import type { LetterTemplates, MailRules } from './letters.ts';
import type { CourtCaption } from './published-documents.ts';
import type { ReviewRules } from './review-rules.ts';
import type {
  IntegrityRulesSchema,
  pages,
  ReceiptMessagesSchema,
  RetentionSchema,
  SiteManifestSchema,
  SiteTranslationSchema,
} from './settlement-schema.ts';

/** Only composition roots import a website’s part of `content/`. */
export type SiteManifest = Content<typeof SiteManifestSchema>;
export type SiteTranslation = Content<typeof SiteTranslationSchema>;
type Pages = { readonly [K in keyof typeof pages]: Content<(typeof pages)[K]> };
export type Page = Pages[keyof Pages];
export type TextPage = Pages['text'];
export type InstructionsPage = Pages['instructions'];
export type LoginPage = Pages['login'];
export type IdRequestPage = Pages['id-request'];
export type FormPage = Pages['form'];
export type CompletePage = Pages['complete'];
export type ReceiptPage = Pages['receipt'];
export type LogOutPage = Pages['log-out'];
export type StatusPage = Pages['status'];
export type LoginPageMessages = LoginPage['messages'];
export type LoginHelpMessages = NonNullable<LoginPageMessages['help']>;
export type LinkedText = LoginPageMessages['without'];
/** PDF receipts, email receipts and completion pages share these messages. */
export type ReceiptMessages = Content<typeof ReceiptMessagesSchema>;
/** A dated text applies from the day `from` until the day before `before` (`YYYY-MM-DD`). */
export type DatedText = Exclude<ReceiptMessages['next'][number], string>;
export type Retention = Content<typeof RetentionSchema>;

export interface Settlement {
  readonly site: SiteManifest;
  /** Asks for the IDs of a notice. Present if a claim form requires a login, and only then. */
  readonly login?: Form;
  /** Asks for the IDs of a lost notice. */
  readonly idRequest?: IdRequestForm;
  readonly claimForms: readonly ClaimForm[];
  /**
   * A form that requires a login offers to fill in `name1`, `street1`, `city`, `state` and `zip`
   * from the class member's record. They are shown masked (docs/decisions/0054-mailed-address.md).
   */
  readonly offersMailedAddress?: boolean;
  /** The keys are case IDs. */
  readonly receipts: Readonly<Record<string, ReceiptMessages>>;
  /** Reports to the court show the captions. The keys are case IDs. */
  readonly captions?: Readonly<Record<string, CourtCaption>>;
  /** The keys are file names (`States.json`). */
  readonly lists: Readonly<Record<string, readonly { readonly Name: string }[]>>;
  /** The keys are form IDs. */
  readonly dataRules?: Readonly<Record<string, DataRules>>;
  /** The keys are case IDs. Cases without a rule are never purged. */
  readonly retention?: Readonly<Record<string, Retention>>;
  readonly integrity?: Content<typeof IntegrityRulesSchema>;
  readonly review: ReviewRules;
  readonly mailRules: MailRules;
  /** Empty if the program allocates no money. Several funds may pay the claims of one case. */
  readonly funds: readonly Fund[];
  /** The current version of each letter. */
  readonly letters: LetterTemplates;
  readonly translations?: { readonly [L in TranslationLanguage]?: SettlementTranslation };
}
/** Its fields are `name1`, `street1`, `city`, `state`, `zip`, `phone1` and `email`. */
export interface IdRequestForm extends Form {
  /** The retention rule of this case applies. */
  readonly caseId: string;
}
/** Translated forms keep the ID and version of their originals. */
export type SettlementTranslation = Pick<Settlement, 'login' | 'claimForms' | 'receipts' | 'letters'> & {
  readonly idRequest?: Form;
};

/** Lists all forms of a settlement or of its translation, in all versions. */
export const formsOf = ({ login, idRequest, claimForms }: SettlementTranslation): readonly Form[] => [
  ...(login ? [login] : []),
  ...(idRequest ? [idRequest] : []),
  ...claimForms,
];

/** Lists the IDs of all cases with claim forms, in the settlement's order. */
export const caseIdsOf = ({ claimForms }: Pick<Settlement, 'claimForms'>): readonly string[] => [
  ...new Set(claimForms.map(({ caseId }) => caseId)),
];

/** Lists the prefixes of claim numbers in the settlement's reference numbers. */
export const referencePrefixesOf = ({ claimForms }: Pick<Settlement, 'claimForms'>): readonly string[] => [
  ...new Set(claimForms.map(({ referencePrefix }) => referencePrefix)),
];

export const findForm = (
  { claimForms }: Pick<Settlement, 'claimForms'>,
  formId: string,
  formVersion: number,
): ClaimForm | undefined => claimForms.find(({ id, version }) => id === formId && version === formVersion);

/** Returns the name of a case on receipts. */
export const caseNameOf = ({ receipts }: Pick<Settlement, 'receipts'>, caseId: string): string =>
  receipts[caseId]?.settlement ?? caseId;
