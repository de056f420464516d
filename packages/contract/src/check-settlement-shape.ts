import {
  type ColumnRules,
  type DataRules,
  type DrugName,
  type ListedDrug,
  membershipColumns,
  purchaseColumns,
  type Region,
} from '@redress/datafiles/rules';
import { type TSchema, Type } from 'typebox';
import { explainMistakes, flag, isObject, objectOf, recordOf, text, wholeNumber } from './explain-mistakes.ts';
import { day } from './form-schema.ts';
import { FundsSchema } from './funds.ts';
import { fileOfLetter, letterKinds, LetterTemplateSchema, MailRulesSchema } from './letters.ts';
import { ReviewRulesSchema } from './review-rules.ts';
import {
  courtCaption,
  IntegrityRulesSchema,
  ReceiptMessagesSchema,
  RetentionSchema,
  SiteManifestSchema,
} from './settlement-schema.ts';
import type { Settlement } from './settlement.ts';

const receipts = recordOf('case', ReceiptMessagesSchema);
const columns = Type.Array(
  objectOf<ColumnRules>({
    key: Type.Enum([...new Set([...purchaseColumns, ...membershipColumns])]),
    header: text('Fill date'),
    spellings: Type.Array(text('date of fill')),
    from: Type.Enum(['everyone', 'agents']),
    length: wholeNumber(1, 10),
  }),
);
const dataRules = recordOf(
  'data rules of',
  objectOf<DataRules>({
    period: objectOf<DataRules['period']>({ from: day, to: day }),
    regions: Type.Array(objectOf<Region>({ name: text('Ohio'), code: text('OH'), counts: flag })),
    drugs: Type.Array(
      objectOf<ListedDrug>({ ndc: text('99999-0833-21'), digits: text('99999083321'), label: text('Brand, 75 mg') }),
    ),
    drugNames: Type.Array(objectOf<DrugName>({ label: text('Brand'), spellings: Type.Array(text('brand')) })),
    tables: objectOf<DataRules['tables']>({ purchases: columns, membership: columns }),
    templateSheets: Type.Optional(Type.Array(text('Instructions'))),
  }),
);

const importedForm = Type.Refine(
  Type.Unknown({ says: 'a form that the file imports', example: 'claimV1' }),
  (value) => isObject(value) && 'sections' in value,
);
/** Checks of the part's own file report the problems inside it. */
const part = (file: string) =>
  Type.Refine(Type.Unknown({ says: `an object that ${file} exports`, example: file.split('.')[0] ?? '' }), isObject);
const list = (file: string) =>
  Type.Refine(Type.Unknown({ says: `a list that ${file} exports`, example: file.split('.')[0] ?? '' }), Array.isArray);
const importedLetter = (kind: string) =>
  Type.Refine(
    Type.Unknown({ says: 'a letter that the file imports', example: `${kind.replaceAll(/-(\w)/g, capitalize)}V1` }),
    isObject,
  );
const capitalize = (_: string, letter: string) => letter.toUpperCase();
const letters = Type.Object(Object.fromEntries(letterKinds.map((kind) => [kind, importedLetter(kind)])));
const forms = {
  login: Type.Optional(importedForm),
  idRequest: Type.Optional(importedForm),
  claimForms: Type.Array(importedForm),
};
const settlementSchema = objectOf<Settlement>({
  site: part('site.ts'),
  ...forms,
  offersMailedAddress: Type.Optional(flag),
  receipts: part('receipts.ts'),
  captions: Type.Optional(recordOf('case', courtCaption)),
  lists: recordOf('list', Type.Array(Type.Object({ Name: text('Ohio') }))),
  dataRules: Type.Optional(part('data-rules.ts')),
  retention: Type.Optional(part('retention.ts')),
  integrity: Type.Optional(IntegrityRulesSchema),
  review: part('review.ts'),
  mailRules: part('mail-rules.ts'),
  funds: list('funds.ts'),
  letters,
  translations: Type.Optional(
    Type.Object({ es: Type.Optional(Type.Object({ ...forms, receipts: part('receipts.es.ts'), letters })) }),
  ),
});

/** Removes the gaps that `translatePages` leaves for pages of an unknown kind. */
const withoutGaps = (site: Readonly<Record<string, unknown>>) => ({
  ...site,
  ...(Array.isArray(site['pages']) && { pages: site['pages'].filter((one) => one !== undefined) }),
});

function lettersIn(parts: unknown, language: string) {
  const templates = isObject(parts) && isObject(parts['letters']) ? parts['letters'] : {};
  return letterKinds.map((kind) => {
    const template = templates[kind];
    const version = isObject(template) && typeof template['version'] === 'number' ? template['version'] : 1;
    return [fileOfLetter(kind, version, language), LetterTemplateSchema, template] as const;
  });
}

/** Finds a settlement's problems, except in its forms. Each sentence begins with its file. */
export function checkSettlementShape(settlement: unknown): string[] {
  if (!isObject(settlement)) return ['settlement.ts: it must export an object "settlement".'];
  const { site, translations } = settlement;
  const spanish = isObject(translations) ? translations['es'] : undefined;
  const parts: readonly (readonly [file: string, schema: TSchema, value: unknown])[] = [
    ['settlement.ts', settlementSchema, settlement],
    ['site.ts', SiteManifestSchema, isObject(site) ? withoutGaps(site) : site],
    ['receipts.ts', receipts, settlement['receipts']],
    ['receipts.es.ts', receipts, isObject(spanish) ? spanish['receipts'] : undefined],
    ['data-rules.ts', dataRules, settlement['dataRules']],
    ['retention.ts', recordOf('case', RetentionSchema), settlement['retention']],
    ['review.ts', ReviewRulesSchema, settlement['review']],
    ['mail-rules.ts', MailRulesSchema, settlement['mailRules']],
    ['funds.ts', FundsSchema, settlement['funds']],
    ...lettersIn(settlement, 'en'),
    ...lettersIn(spanish, 'es'),
  ];
  return parts.flatMap(([file, schema, value]) => explainMistakes(schema, value, file, file));
}
