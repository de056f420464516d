import type { DataRules } from '@redress/datafiles/rules';
import type { ClaimForm, Form } from '@redress/forms/definition';
import type { Content } from './explain-mistakes.ts';
import type { TranslationLanguage } from './language.ts';
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

/** A website’s part of `content/`, which only composition roots import. */
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
export type LoginPageMessages = LoginPage['messages'];
export type LoginHelpMessages = NonNullable<LoginPageMessages['help']>;
export type LinkedText = LoginPageMessages['without'];
/** Texts of receipts as PDF and email, and of completion pages. */
export type ReceiptMessages = Content<typeof ReceiptMessagesSchema>;
/** A text for the days (`YYYY-MM-DD`) from the first one on, and before the other one. */
export type DatedText = Exclude<ReceiptMessages['next'][number], string>;
export type Retention = Content<typeof RetentionSchema>;

/** A settlement, as the server needs it. */
export interface Settlement {
  readonly site: SiteManifest;
  /** Asks for the IDs of a notice. Present if a claim form requires a login, and only then. */
  readonly login?: Form;
  /** Asks for the IDs of a lost notice. */
  readonly idRequest?: IdRequestForm;
  readonly claimForms: readonly ClaimForm[];
  /** By case id. */
  readonly receipts: Readonly<Record<string, ReceiptMessages>>;
  /** The court’s captions by case id, for reports to the court. */
  readonly captions?: Readonly<Record<string, CourtCaption>>;
  /** Reference lists by file name (`States.json`). */
  readonly lists: Readonly<Record<string, readonly { readonly Name: string }[]>>;
  /** Rules for data files, by form id. */
  readonly dataRules?: Readonly<Record<string, DataRules>>;
  /** By case id. Cases without a rule are never purged. */
  readonly retention?: Readonly<Record<string, Retention>>;
  readonly integrity?: Content<typeof IntegrityRulesSchema>;
  readonly review: ReviewRules;
  readonly translations?: { readonly [L in TranslationLanguage]?: SettlementTranslation };
}
/** Whose fields are `name1`, `street1`, `city`, `state`, `zip`, `phone1` and `email`. */
export interface IdRequestForm extends Form {
  /** The case of the lost notices, for its retention rule. */
  readonly caseId: string;
}
/** Forms keep the id and version of those that they translate. */
export type SettlementTranslation = Pick<Settlement, 'login' | 'claimForms' | 'receipts'> & {
  readonly idRequest?: Form;
};

/** All forms of a settlement or of its translation, in all their versions. */
export const formsOf = ({ login, idRequest, claimForms }: SettlementTranslation): readonly Form[] => [
  ...(login ? [login] : []),
  ...(idRequest ? [idRequest] : []),
  ...claimForms,
];

/** The IDs of all cases in which claims are filed, in the settlement's order. */
export const caseIdsOf = ({ claimForms }: Pick<Settlement, 'claimForms'>): readonly string[] => [
  ...new Set(claimForms.map(({ caseId }) => caseId)),
];

/** What precedes claim numbers in the reference numbers of the settlement. */
export const referencePrefixesOf = ({ claimForms }: Pick<Settlement, 'claimForms'>): readonly string[] => [
  ...new Set(claimForms.map(({ referencePrefix }) => referencePrefix)),
];

/** A claim form in one of its versions. */
export const findForm = (
  { claimForms }: Pick<Settlement, 'claimForms'>,
  formId: string,
  formVersion: number,
): ClaimForm | undefined => claimForms.find(({ id, version }) => id === formId && version === formVersion);

/** What receipts call the settlement of a case. */
export const caseNameOf = ({ receipts }: Pick<Settlement, 'receipts'>, caseId: string): string =>
  receipts[caseId]?.settlement ?? caseId;
