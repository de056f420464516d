import {
  type ColumnRules,
  type DataRules,
  type DrugName,
  type ListedDrug,
  membershipColumns,
  purchaseColumns,
  type Region,
} from '@redress/datafiles/rules';
import { day, language, timeZone } from '@redress/forms/form-shape';
import {
  anything,
  either,
  flag,
  isObject,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  text,
  textLike,
  variantsOf,
  wholeNumber,
} from '@redress/forms/shape';
import type { IntegrityRules } from './integrity-rules.ts';
import type { CourtCaption } from './published-documents.ts';
import type { RecognizedRule, ReviewReason, ReviewRules } from './review-rules.ts';
import type {
  CompletePage,
  DatedText,
  FormPage,
  FormPageMessages,
  IdRequestMessages,
  IdRequestPage,
  InstructionsPage,
  LinkedText,
  LoginHelpMessages,
  LoginPage,
  LoginPageMessages,
  LogOutPage,
  Page,
  ReceiptMessages,
  ReceiptPage,
  Retention,
  Settlement,
  SettlementTranslation,
  SiteManifest,
  SiteTranslation,
  TextPage,
} from './settlement.ts';

/** What the parts of a settlement look like as data, except its forms. */

const path = textLike('a path that begins with a slash', '/claim', (value) => value.startsWith('/'));
const phone = textLike('a toll-free number', '1-800-555-0100', (value) => /^1-8\d\d-\d{3}-\d{4}$/.test(value));
const email = textLike('an email address', 'info@example-settlement.example.com', (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
);
const lines = listOf(text('P.O. Box 00000'));

const linkedText = objectOf<LinkedText>({ text: text('Or {link}'), link: text('call us'), href: text('/contact') });
const loginMessages = objectOf<LoginPageMessages>({
  note: text('Your IDs are on your notice'),
  button: text('Log in'),
  without: linkedText,
  notFound: objectOf<LoginPageMessages['notFound']>({ title: text('Not found'), text: text('Check both IDs') }),
  help: optional(
    objectOf<LoginHelpMessages>({
      heading: text('Where are my IDs?'),
      where: text('They are above your name on the notice'),
      picture: objectOf<LoginHelpMessages['picture']>({
        alt: text('A notice'),
        sender: text('Settlement Administrator'),
        ids: listOf(text('Notice ID: 123456789')),
        address: lines,
      }),
      withoutIds: text('You can claim without them'),
      request: linkedText,
      call: linkedText,
      mail: linkedText,
    }),
  ),
});

const base = {
  kind: anything,
  path,
  title: text('File a claim'),
  description: text('File your claim by July 31, 2031'),
  navigation: optional(text('File a claim')),
  navigationInOwnLanguage: optional(text('Español')),
  footer: optional(text('Accessibility')),
  parent: optional(path),
  language: optional(language),
  translationOf: optional(path),
  caption: optional(text('In re Oak Litigation')),
};
const prose = text('home');
const formId = text('consumer');
const prefix = text('OAK');
const pages: Readonly<Record<Page['kind'], Shape>> = {
  text: objectOf<TextPage>({ ...base, text: prose }),
  instructions: objectOf<InstructionsPage>({
    ...base,
    text: prose,
    next: optional(objectOf<NonNullable<InstructionsPage['next']>>({ path, label: text('Start your claim') })),
  }),
  login: objectOf<LoginPage>({ ...base, form: formId, next: path, referencePrefix: prefix, messages: loginMessages }),
  'id-request': objectOf<IdRequestPage>({
    ...base,
    form: formId,
    next: path,
    messages: objectOf<IdRequestMessages>({
      lead: listOf(text('We mail your IDs to you')),
      button: text('Send'),
      noContact: text('Enter a phone number or an email address'),
    }),
  }),
  form: objectOf<FormPage>({
    ...base,
    form: formId,
    heading: optional(text('File a claim')),
    login: optional(path),
    complete: path,
    documents: optional(
      objectOf<NonNullable<FormPage['documents']>>({ label: text('To print'), of: listOf(text('claim-form')) }),
    ),
    messages: objectOf<FormPageMessages>({
      late: optional(text('You can still file, but the court may not allow payment')),
      closed: text('The deadline has passed'),
    }),
  }),
  complete: objectOf<CompletePage>({
    ...base,
    referencePrefix: prefix,
    start: path,
    messages: objectOf<CompletePage['messages']>({
      heading: text('We have your claim'),
      printHint: text('Keep your receipt'),
      receipt: text('Receipt (PDF)'),
      payment: text('Relief is paid after court approval'),
      exit: text('Back to the start'),
    }),
  }),
  receipt: objectOf<ReceiptPage>(base),
  'log-out': objectOf<LogOutPage>(base),
};

const footer = objectOf<SiteManifest['footer']>({
  consent: text('By using this website you agree to its privacy policy'),
  privacyPolicy: objectOf<SiteManifest['footer']['privacyPolicy']>({
    label: text('Privacy policy'),
    document: text('privacy-policy'),
  }),
  copyright: text('© 2031 Settlement Administrator'),
});
const layout = { name: text('Oak Settlement'), banner: text('Run by the administrator'), footer };

const siteShape = objectOf<SiteManifest>({
  ...layout,
  caption: text('In re Oak Litigation'),
  phone,
  email,
  timeZone,
  securityEmail: email,
  pages: listOf(variantsOf('kind', pages), (page, count) =>
    isObject(page) && typeof page['path'] === 'string' ? `page ${page['path']}` : `page ${count} of "pages"`,
  ),
  translations: optional(objectOf<{ es?: SiteTranslation }>({ es: optional(objectOf<SiteTranslation>(layout)) })),
});

const ofCase = (name: string) => `case "${name}"`;
const receiptsShape = recordOf(
  objectOf<ReceiptMessages>({
    settlement: text('Oak Settlement'),
    caption: optional(text('In re Oak Litigation')),
    heading: text('Receipt for your claim'),
    late: optional(text('Your claim is late. We will still review it')),
    next: listOf(
      either(
        text('We review your claim'),
        objectOf<DatedText>({ from: optional(day), before: optional(day), text: text('The court has approved it') }),
      ),
    ),
    due: optional(
      objectOf<NonNullable<ReceiptMessages['due']>>({
        documents: optional(text('Proof of what you paid')),
        membership: optional(text('Your membership data')),
        purchases: optional(text('Your transaction data')),
        address: lines,
      }),
    ),
    howToFix: optional(text('Mail a corrected file to us')),
  }),
  ofCase,
);

const retentionShape = recordOf(objectOf<Retention>({ from: day, years: wholeNumber(1, 7) }), ofCase);

type Losses = Extract<RecognizedRule, { rule: 'losses' }>;
const recognized: Readonly<Record<RecognizedRule['rule'], Shape>> = {
  claimed: objectOf<Extract<RecognizedRule, { rule: 'claimed' }>>({ rule: anything, pool: text('consumers') }),
  range: objectOf<Extract<RecognizedRule, { rule: 'range' }>>({
    rule: anything,
    pool: text('consumers'),
    field: text('paid'),
    ranges: recordOf(
      objectOf<{ from: number; to?: number }>({ from: number(1), to: optional(number(500)) }),
      (name) => `range "${name}"`,
    ),
    suggest: oneOf('from', 'middle', 'to'),
  }),
  losses: objectOf<Losses>({
    rule: anything,
    pool: text('consumers'),
    losses: optional(
      objectOf<NonNullable<Losses['losses']>>({
        rows: text('losses'),
        amount: text('amount'),
        atMost: optional(number(5_000)),
      }),
    ),
    hours: optional(
      objectOf<NonNullable<Losses['hours']>>({
        field: text('hours'),
        rate: number(25),
        atMost: optional(number(4)),
      }),
    ),
  }),
};
const reviewShape = objectOf<ReviewRules>({
  reasons: listOf(
    objectOf<ReviewReason>({
      id: text('not-documented'),
      outcome: oneOf('reduce', 'deficient', 'deny'),
      label: text('Documents are missing'),
      text: objectOf<ReviewReason['text']>({ en: text('Please send documents'), es: text('Envíe documentos') }),
      forms: optional(listOf(formId)),
      isFraud: optional(flag),
    }),
    (reason, count) =>
      isObject(reason) && typeof reason['id'] === 'string' ? `reason "${reason['id']}"` : `reason ${count}`,
  ),
  cureDays: wholeNumber(1, 30),
  mailDays: wholeNumber(0, 3),
  secondPersonFrom: number(10_000),
  highValueFrom: number(10_000),
  recognized: recordOf(variantsOf('rule', recognized), (name) => `recognized amounts of "${name}"`),
});

const columns = listOf(
  objectOf<ColumnRules>({
    key: oneOf(...new Set([...purchaseColumns, ...membershipColumns])),
    header: text('Fill date'),
    spellings: listOf(text('date of fill')),
    from: oneOf('everyone', 'agents'),
    length: wholeNumber(1, 10),
  }),
);
const dataRulesShape = recordOf(
  objectOf<DataRules>({
    period: objectOf<DataRules['period']>({ from: day, to: day }),
    regions: listOf(objectOf<Region>({ name: text('Ohio'), code: text('OH'), counts: flag })),
    drugs: listOf(
      objectOf<ListedDrug>({ ndc: text('99999-0833-21'), digits: text('99999083321'), label: text('Brand, 75 mg') }),
    ),
    drugNames: listOf(objectOf<DrugName>({ label: text('Brand'), spellings: listOf(text('brand')) })),
    tables: objectOf<DataRules['tables']>({ purchases: columns, membership: columns }),
    templateSheets: optional(listOf(text('Instructions'))),
  }),
  (formId) => `data rules of "${formId}"`,
);

const form: Shape = {
  says: 'a form that the file imports',
  example: 'claimV1',
  accepts: (value) => isObject(value) && 'sections' in value,
};
/** Deeper problems are those of the part's file. */
const part = (file: string): Shape => ({
  says: `an object that ${file} exports`,
  example: file.split('.')[0] ?? '',
  accepts: isObject,
});
const settlementShape = objectOf<Settlement>({
  site: part('site.ts'),
  login: optional(form),
  idRequest: optional(form),
  claimForms: listOf(form),
  receipts: part('receipts.ts'),
  captions: optional(
    recordOf(
      objectOf<CourtCaption>({
        court: text('United States District Court'),
        caption: text('In re Oak Litigation'),
        docketNumber: text('No. 1:27-cv-01234'),
        filed: optional(day),
      }),
      ofCase,
    ),
  ),
  lists: recordOf(listOf(objectOf<{ Name: string }>({ Name: text('Ohio') })), (name) => `list "${name}"`),
  dataRules: optional(part('data-rules.ts')),
  retention: optional(part('retention.ts')),
  integrity: optional(
    objectOf<IntegrityRules>({
      thresholds: optional(
        objectOf<NonNullable<IntegrityRules['thresholds']>>({
          duplicate: optional(number(0)),
          machine: optional(number(0)),
        }),
      ),
      weights: optional(recordOf(number(5), (name) => `weight "${name}"`)),
    }),
  ),
  review: part('review.ts'),
  translations: optional(
    objectOf<NonNullable<Settlement['translations']>>({
      es: optional(
        objectOf<SettlementTranslation>({
          login: optional(form),
          idRequest: optional(form),
          claimForms: listOf(form),
          receipts: part('receipts.es.ts'),
        }),
      ),
    }),
  ),
});

/** Pages of an unknown kind have no translation: `translatePages` leaves gaps. */
const withoutGaps = (site: Readonly<Record<string, unknown>>) => ({
  ...site,
  ...(Array.isArray(site['pages']) && { pages: site['pages'].filter((page) => page !== undefined) }),
});

/** Problems of a settlement as data, except of its forms. They begin with the file in its folder. */
export function checkSettlementShape(settlement: unknown): string[] {
  const problems = settlementShape.problemsInside?.(settlement, 'settlement.ts', 'settlement', new Set()) ?? [];
  if (!isObject(settlement)) return ['settlement.ts: it must export an object "settlement".'];
  const { site, receipts, dataRules, retention, review, translations } = settlement;
  const spanish = isObject(translations) ? translations['es'] : undefined;
  const parts: readonly (readonly [file: string, shape: Shape, value: unknown])[] = [
    ['site.ts', siteShape, isObject(site) ? withoutGaps(site) : site],
    ['receipts.ts', receiptsShape, receipts],
    ['receipts.es.ts', receiptsShape, isObject(spanish) ? spanish['receipts'] : undefined],
    ['data-rules.ts', dataRulesShape, dataRules],
    ['retention.ts', retentionShape, retention],
    ['review.ts', reviewShape, review],
  ];
  return [
    ...problems,
    ...parts.flatMap(([file, shape, value]) =>
      isObject(value) ? (shape.problemsInside?.(value, file, file, new Set()) ?? []) : [],
    ),
  ];
}
