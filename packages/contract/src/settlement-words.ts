import type { PublishedDocument } from './published-documents.ts';
import type { Settlement } from './settlement.ts';

/** These words in names of settlements say nothing about the case. */
const generalWords =
  'acuerdo action antitrust breach case class consumer data example incident litigation privacy securities settlement'.split(
    ' ',
  );
/** Paths of these kinds are general words, which file names contain, too. */
const generalKinds = ['text', 'receipt', 'status', 'log-out'];
/** An administrator may have several settlements in one city. */
const cityLine = /, [A-Z]{2} \d{5}(-\d{4})?$/;
/** A shorter word occurs within other words, so it is searched for as a whole word. */
const minLength = 5;
/** A shorter prefix is searched for only as part of reference numbers. */
const minPrefixLength = 3;

/**
 * Collects the words of a case that no program and no other settlement may contain: names,
 * captions, IDs, phone numbers, addresses, and paths of more than one word.
 */
export function wordsOf(settlement: Settlement, documents: readonly PublishedDocument[]): string[] {
  const { site, claimForms, receipts, captions = {}, dataRules = {} } = settlement;
  const translations = Object.values(settlement.translations ?? {});
  const shownReceipts = [receipts, ...translations.map((each) => each.receipts)].flatMap((each) => Object.values(each));
  const names = [
    site.name,
    ...Object.values(site.translations ?? {}).map(({ name }) => name),
    ...shownReceipts.map((receipt) => receipt.settlement),
  ];
  const addresses = [
    ...documents.flatMap(({ source }) => (source.kind === 'claim-form' ? source.mailTo : [])),
    ...shownReceipts.flatMap(({ due }) => due?.address ?? []),
  ].filter((line) => !line.startsWith('c/o ') && !cityLine.test(line));
  const ids = [
    ...claimForms.map(({ caseId }) => caseId),
    ...site.pages.flatMap(({ kind, path, translationOf }) =>
      generalKinds.includes(kind) || translationOf !== undefined ? [] : [path],
    ),
  ].filter((id) => id.includes('-'));
  const words = [
    ...names,
    ...names.map(distinctivePart),
    ...[site, ...site.pages, ...shownReceipts].flatMap(({ caption }) => caption ?? []),
    ...Object.values(captions).flatMap(({ caption, docketNumber }) => [caption, docketNumber.replace(/^No\. /, '')]),
    site.phone,
    site.phone.replace(/^1-/, ''),
    site.email,
    site.securityEmail,
    ...addresses,
    ...ids,
    ...claimForms.map(({ caseId }) => caseId.replaceAll('-', ' ')).filter((id) => id.includes(' ')),
    ...Object.values(dataRules).flatMap(({ drugs }) => drugs.map(({ label }) => label.replace(/,.*/, ''))),
  ].filter((word) => word.length >= minLength);
  return [
    ...new Set(claimForms.map(({ referencePrefix }) => referencePrefix)),
    ...new Map(words.map((word) => [word.toLowerCase(), word])).values(),
  ];
}

/** Finds `Harbor Bank` in `Harbor Bank Data Incident Settlement`. */
function distinctivePart(name: string): string {
  const words = name.split(' ');
  const isGeneral = (word: string) => generalWords.includes(word.toLowerCase());
  const end = words.findIndex(isGeneral);
  return end === -1 ? '' : words.slice(0, end).join(' ');
}

/** Finds long words regardless of case, and short ones only as whole words. */
export function findWords(text: string, words: readonly string[]): string[] {
  const lowerCase = text.toLowerCase();
  return words.filter((word) =>
    word.length >= minLength ? lowerCase.includes(word.toLowerCase()) : shortWord(word).test(text),
  );
}

/** Matches a whole word, or a prefix before the ten digits of a claim number. */
function shortWord(word: string): RegExp {
  const escaped = word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
  const number = String.raw`\d{10}(?!\d)`;
  const end = word.length < minPrefixLength ? number : String.raw`(?:${number}|(?![\p{L}\p{N}_]))`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped}${end}`, 'u');
}
