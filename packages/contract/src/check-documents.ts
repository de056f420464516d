import type { ClaimForm } from '@redress/forms/definition';
import { nearestName } from '@redress/forms/nearest-name';
import { type TSchema, Type } from 'typebox';
import { newestVersionOf } from './claim-forms.ts';
import { explainMistakes, isObject, objectOf, text, textLike, variantsOf } from './explain-mistakes.ts';
import { day, language } from './form-schema.ts';
import type { DocumentSource, ProseDocument, PublishedDocument } from './published-documents.ts';
import { courtCaption } from './settlement-schema.ts';
import type { Settlement } from './settlement.ts';

const source = variantsOf(
  'kind',
  {
    prose: objectOf<ProseDocument>({
      kind: Type.Unknown(),
      caption: Type.Optional(courtCaption),
      notice: Type.Optional(text('Specimen')),
      markdown: text('…'),
      layout: Type.Optional(Type.Literal('one-page')),
    }),
    // Only the compiler checks the content of these two.
    'claim-form': Type.Unknown(),
    workbook: Type.Unknown(),
  } satisfies Record<DocumentSource['kind'], TSchema>,
  "{ kind: 'prose', markdown: '…' }",
);
const documentsSchema = Type.Array(
  objectOf<PublishedDocument>({
    // The ID becomes part of a URL.
    id: textLike('lowercase letters, digits and single hyphens', 'long-form-notice', (value) =>
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
    ),
    title: text('Long-form notice'),
    language,
    date: Type.Optional(
      objectOf<NonNullable<PublishedDocument['date']>>({ day, event: Type.Enum(['filed', 'announced', 'hearing']) }),
    ),
    source,
  }),
  { called: 'document', by: 'id' },
);

/** Finds problems in the list of documents that `documents.ts` exports. */
export function checkDocuments(documents: unknown): string[] {
  if (!Array.isArray(documents)) return ['documents.ts: it must export "documents", a list of all documents.'];
  const ids = idsOf(documents);
  return [
    ...explainMistakes(documentsSchema, documents, 'documents.ts', 'documents'),
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `documents.ts, document "${id}": another document has this ID; change one of them.`),
  ];
}

/** Finds references to missing documents, and documents that print an outdated form. */
export function checkDocumentLinks(
  { site, claimForms }: Pick<Settlement, 'site' | 'claimForms'>,
  documents: unknown,
): string[] {
  const ids = idsOf(documents);
  const referred: readonly (readonly [place: string, id: string])[] = [
    ['site.ts, "footer", "privacyPolicy"', site.footer.privacyPolicy.document],
    ...Object.entries(site.translations ?? {}).map(
      ([name, { footer }]) => [`site.${name}.ts, "footer", "privacyPolicy"`, footer.privacyPolicy.document] as const,
    ),
    ...site.pages.flatMap((page) =>
      page.kind === 'form' ? (page.documents?.of ?? []).map((id) => [`site.ts, page ${page.path}`, id] as const) : [],
    ),
  ];
  return [
    ...referred.flatMap(([place, id]) => noSuchDocument(id, ids).map((problem) => `${place}: ${problem}.`)),
    ...(Array.isArray(documents) ? documents : []).flatMap((document) => outdatedForm(document, claimForms)),
  ];
}

/** The printed form must ask the same questions as the website. */
function outdatedForm(document: unknown, claimForms: readonly ClaimForm[]): string[] {
  const form = isObject(document) && isObject(document['source']) ? document['source']['form'] : undefined;
  if (!isObject(document) || !isObject(form)) return [];
  const newest = newestVersionOf(claimForms, String(form['id']));
  return newest === undefined || newest.version === form['version']
    ? []
    : [
        `documents.ts, document "${String(document['id'])}": it prints version ${String(form['version'])} of "${newest.id}"; write version ${newest.version}, which the website has.`,
      ];
}

/** Says that a document does not exist, with the ID that was probably meant. */
export function noSuchDocument(id: string, ids: readonly string[]): string[] {
  const near = nearestName(id, ids);
  return ids.includes(id)
    ? []
    : [
        `documents.ts has no document "${id}"; ${near === undefined ? 'correct the ID, or add the document' : `write "${near}"`}`,
      ];
}

export const idsOf = (documents: unknown): string[] =>
  (Array.isArray(documents) ? documents : []).flatMap((document: unknown) =>
    isObject(document) && typeof document['id'] === 'string' ? [document['id']] : [],
  );
