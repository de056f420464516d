import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const name = 'content/demonstration';
let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'redress-mistakes-'));
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  await cp(join(root, 'content/shared'), join(checkout, 'content/shared'), { recursive: true });
});
afterAll(() => rm(checkout, { recursive: true }));

/** A mistake: the file, what is replaced in it and by what, and the sentence about it. */
type Mistake = readonly [kind: string, file: string, from: string, to: string, sentence: string];

/** Writes the demonstration with these mistakes. */
async function makeMistakes(mistakes: readonly Mistake[]): Promise<string> {
  const folder = join(checkout, name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(root, name), folder, { recursive: true });
  for (const [kind, file, from, to] of mistakes) {
    const before = await readFile(join(folder, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${kind}: ${file} does not have ${from}`);
    await writeFile(
      join(folder, file),
      before.replace(from, () => to),
    );
  }
  return folder;
}

interface Run {
  readonly code: number;
  readonly output: string;
  /** Of standard error, without blank ones. */
  readonly lines: readonly string[];
}
const run = (script: string, ...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, CONTENT: '' } }, (error, output, errors) =>
      resolve({
        code: error === null ? 0 : Number(error.code),
        output,
        lines: errors.split('\n').filter((line) => line !== ''),
      }),
    );
  });

/** What the first step of the build says about the demonstration with these mistakes. */
const findMistakes = async (mistakes: readonly Mistake[]): Promise<Run> =>
  run(join(import.meta.dirname, 'check-content.ts'), await makeMistakes(mistakes));

const groups: Readonly<Record<string, readonly Mistake[]>> = {
  'in files that cannot be loaded': [
    [
      'a missing comma',
      'forms/consumer.v1.ts',
      'version: 1,',
      'version: 1',
      "forms/consumer.v1.ts, line 16: it cannot be read (Expected ',', got 'ident'); look for a missing or extra comma, bracket or quotation mark on this line and the one above it.",
    ],
    [
      'an import of a name that does not exist',
      'forms/individual.v1.ts',
      'city, representative,',
      'town, representative,',
      'forms/individual.v1.ts, line 5: "town" is imported from "./fields.ts", which does not export it; correct the name, or write "import type" if it is a type.',
    ],
    [
      'an import of a file that does not exist',
      'forms/lost-ids.v1.ts',
      './fields.ts',
      './field.ts',
      `forms/lost-ids.v1.ts, line 3: it imports ${name}/forms/field.ts, which does not exist; correct the import, or add the file.`,
    ],
    [
      'a name that is not imported',
      'forms/login.v1.ts',
      "import { required } from './rules.ts';",
      '',
      'forms/login.v1.ts, line 21: "required" is not known in this file; correct the name, or import it.',
    ],
    [
      'a misspelled part of something that is not a fact',
      'forms/tpp-sections.ts',
      "pattern: textPattern.pattern.replace('[', '[,')",
      "pattern: textPattern.patern.replace('[', '[,')",
      'forms/tpp-sections.ts, line 126: what should have ".replace" does not exist; correct the names before ".replace".',
    ],
  ],
  'in what forms are': [
    [
      'an unknown kind',
      'forms/consumer.v1.ts',
      "kind: 'phone'",
      "kind: 'telephone'",
      'forms/consumer.v1.ts, section "Claimant Identification", field "phone1": there is no kind "telephone"; write "phone".',
    ],
    [
      'an unknown rule',
      'forms/consumer.v1.ts',
      'rules: [required, ...amount]',
      "rules: [{ rule: 'mandatory', message: 'Enter it' }, ...amount]",
      'forms/consumer.v1.ts, section "Purchase Information", field "repealerStateTotalAmountPaid", rule 1: there is no rule "mandatory"; write one of required, min, max, atLeast, atMost, pattern.',
    ],
    [
      'a misspelled property',
      'forms/consumer.v1.ts',
      "hint: 'Digits only",
      "hnt: 'Digits only",
      'forms/consumer.v1.ts, section "Purchase Information", field "repealerStateTotalAmountPaid": "hnt" is not known here; write "hint".',
    ],
    [
      'a missing label',
      'forms/lost-ids.v1.ts',
      "label: 'Phone number',",
      '',
      'forms/lost-ids.v1.ts, section "How to reach you", field "phone1": "label" is missing; add label: \'First and last name\'.',
    ],
    [
      'missing rules',
      'forms/lost-ids.v1.ts',
      ', rules: [...email] }',
      ' }',
      'forms/lost-ids.v1.ts, section "How to reach you", field "email": "rules" is missing; add rules: [{ rule: \'required\', message: \'Enter your name\' }].',
    ],
    [
      'a rule without a message',
      'forms/login.v1.ts',
      ", message: 'This field must be at least 9 digits' }",
      ' }',
      'forms/login.v1.ts, section "The two IDs on your notice", field "noticeId", rule 2: "message" is missing; add message: \'Enter your name\'.',
    ],
    [
      'a deadline that is no day',
      'forms/consumer.v1.ts',
      'deadline: brandDrug.claimDeadline',
      "deadline: 'July 17, 2025'",
      'forms/consumer.v1.ts: "deadline" is "July 17, 2025", and must be a day written as YYYY-MM-DD, such as \'2031-07-31\'.',
    ],
    [
      'an unknown time zone',
      'forms/individual.v1.ts',
      'timeZone: facts.timeZone',
      "timeZone: 'Eastern'",
      'forms/individual.v1.ts: "timeZone" is "Eastern", and must be an IANA time zone, such as \'America/New_York\'.',
    ],
    [
      'a number in quotation marks',
      'forms/individual.v1.ts',
      'maxBodyBytes: 2_000_000',
      "maxBodyBytes: '2_000_000'",
      'forms/individual.v1.ts: "maxBodyBytes" is "2_000_000", and must be a whole number from 1000 on, without quotation marks, such as 2000000.',
    ],
    [
      'an unknown file type',
      'forms/individual.v1.ts',
      "types: ['pdf', 'jpg',",
      "types: ['pdf', 'jpeg',",
      'forms/individual.v1.ts, section "Document Upload", field "files", entry 2 of "types": it is "jpeg", and must be one of "pdf", "jpg", "png", "heic", "tif", "docx", "xlsx", "csv", "txt".',
    ],
    [
      'a malformed prefix',
      'forms/consumer.v1.ts',
      "referencePrefix: '11416REF'",
      "referencePrefix: '11416-REF'",
      'forms/consumer.v1.ts: "referencePrefix" is "11416-REF", and must be capital letters and digits, such as \'OAK\'.',
    ],
    [
      'two exports in the file of a form',
      'forms/tpp.v1.ts',
      'export const tppV1',
      'export const extra = 1;\nexport const tppV1',
      'forms/tpp.v1.ts: it must export its form and nothing else, and exports extra, tppV1; move the rest to another file.',
    ],
  ],
  'in what other files are': [
    [
      'a phone number that is no number',
      'facts.ts',
      "phone: '1-800-555-0142'",
      "phone: '800 555 0142'",
      'facts.ts: "phone" is "800 555 0142", and must be a toll-free number, such as \'1-800-555-0100\'.',
    ],
    [
      'a malformed email address',
      'facts.ts',
      "email: 'info@settlement.example.com'",
      "email: 'info at settlement.example.com'",
      'facts.ts: "email" is "info at settlement.example.com", and must be an email address, such as \'info@example-settlement.example.com\'.',
    ],
    [
      'a page of an unknown kind',
      'site-pages.ts',
      "kind: 'instructions'",
      "kind: 'instruction'",
      'site-pages.ts, page /consumera-instructions: there is no kind "instruction"; write "instructions".',
    ],
    [
      'a page without a title',
      'site-pages.ts',
      "title: 'Contact',",
      '',
      'site-pages.ts, page /contact: "title" is missing; add title: \'File a claim\'.',
    ],
    [
      'a misspelled property of the website',
      'site.ts',
      'banner:',
      'baner:',
      'site.ts: "baner" is not known here; write "banner".',
    ],
    [
      'a text for a day that does not exist',
      'receipts.ts',
      'from: brandDrug.finalApproval,',
      "from: '2025-02-30',",
      'receipts.ts, case "brand-drug", entry 4 of "next": "from" is "2025-02-30", and must be a day written as YYYY-MM-DD, such as \'2031-07-31\'.',
    ],
    [
      'a number of years in quotation marks',
      'retention.ts',
      '[individualV1.caseId]: { from: facts.savingsClub.claimDeadline, years: facts.yearsKept }',
      "[individualV1.caseId]: { from: facts.savingsClub.claimDeadline, years: '7' }",
      'retention.ts, case "savings-club": "years" is "7", and must be a whole number from 1 on, without quotation marks, such as 7.',
    ],
    [
      'days to cure that are missing',
      'review.ts',
      'cureDays: 30,',
      '',
      'review.ts: "cureDays" is missing; add cureDays: 30.',
    ],
    [
      'a part of the settlement under another name',
      'settlement.ts',
      '  lists: {',
      '  list: {',
      'settlement.ts: "list" is not known here; write "lists".',
    ],
    [
      'a document whose ID does not fit in an address',
      'documents/policies.ts',
      "id: 'privacy-policy'",
      "id: 'Privacy Policy'",
      'documents.ts, document "Privacy Policy": "id" is "Privacy Policy", and must be lowercase letters, digits and single hyphens, such as \'long-form-notice\'.',
    ],
  ],
  'in names of facts and in days': [
    [
      'a misspelled fact in a page',
      'pages/contact.mdx',
      '{facts.email}</a>',
      '{facts.emial}</a>',
      'pages/contact.mdx, line 9: facts.ts has no facts.emial; write facts.email.',
    ],
    [
      'a misspelled fact in a form, which seems to be missing there',
      'forms/individual.v1.ts',
      'timeZone: facts.timeZone',
      'timeZone: facts.timezone',
      'forms/individual.v1.ts, line 20: facts.ts has no facts.timezone; write facts.timeZone.',
    ],
    [
      'a fact that does not exist',
      'forms/tpp-sections.ts',
      'const { brandDrug } = facts;',
      'const { brandDrugs: brandDrug } = facts;',
      'forms/tpp-sections.ts, line 13: facts.ts has no facts.brandDrugs; write facts.brandDrug.',
    ],
    [
      'a misspelled part of facts',
      'class-definition.ts',
      'const { brandDrug } = facts;',
      'const { brandDrug, brandDrugs } = facts;',
      'class-definition.ts, line 4: facts.ts has no facts.brandDrugs; write facts.brandDrug.',
    ],
    [
      'a day that does not exist',
      'facts.ts',
      "claimDeadline: '2025-07-17'",
      "claimDeadline: '2025-07-32'",
      'facts.ts, "claimDeadline": "2025-07-32" is not a day; write one that exists as YYYY-MM-DD.',
    ],
    [
      'a period that ends before it begins',
      'facts.ts',
      "to: '2024-11-18'",
      "to: '2004-11-18'",
      'facts.ts, "classPeriod": it ends on 2004-11-18, before it begins; correct the days.',
    ],
  ],
  'in how forms fit together': [
    [
      'a name that is there twice',
      'forms/consumer.v1.ts',
      "name: 'email'",
      "name: 'phone1'",
      'forms/consumer.v1.ts, section "Claimant Identification", field "phone1": section "Claimant Identification" has a field of this name and can be shown too; rename one.',
    ],
    [
      'a condition on a field that does not exist',
      'forms/individual.v1.ts',
      "when: { field: 'noticeId'",
      "when: { field: 'noticeID'",
      'forms/individual.v1.ts, section "Document Upload", field "files": the condition is about "noticeID", and no earlier field has this name; write "noticeId".',
    ],
    [
      'a condition on a value that is no option',
      'forms/tpp-sections.ts',
      "{ field: 'companyHealthType', is: 'Other' }",
      "{ field: 'companyHealthType', is: 'Othr' }",
      `forms/tpp-sections.ts, used by ${name}/forms/tpp.v1.ts, section "Company or Health Plan", field "otherCompanyHealthType": the condition has "Othr", which is no option of "companyHealthType"; write "Other".`,
    ],
    [
      'fewer labels than options',
      'forms/tpp-sections.ts',
      "        'Section B: an authorized agent of one or more class members',\n",
      '',
      `forms/tpp-sections.ts, used by ${name}/forms/tpp.v1.ts, section "Who is filing?", field "optSectionRadio": there are 2 options and 1 labels; write one label for each option.`,
    ],
    [
      'a pattern that is no regular expression',
      'forms/individual.v1.ts',
      'pattern: String.raw`[A-Za-z0-9_.',
      'pattern: String.raw`[A-Za-z0-9_.\\-]+([',
      'forms/individual.v1.ts, section "Claimant Identification", field "email": the pattern "[A-Za-z0-9_.\\-]+([\\-]+@(?:[A-Za-z0-9\\-]+\\.)+[A-Za-z]{2,6}" is no regular expression (Unterminated group); correct it, or use one of forms/rules.ts.',
    ],
    [
      'a name that the program uses',
      'forms/tpp-sections.ts',
      "name: 'filerType'",
      "name: 'documentsToFollow'",
      `forms/tpp-sections.ts, used by ${name}/forms/tpp.v1.ts, section "Who is filing?", field "documentsToFollow": the program sends this name next to the answers; choose another name.`,
    ],
    [
      'an echo of a field without options',
      'forms/tpp-sections.ts',
      "of: 'optSectionRadio'",
      "of: 'optSection'",
      `forms/tpp-sections.ts, used by ${name}/forms/tpp.v1.ts, section "Who is filing?", field "documentsToFollow": no earlier field has the name "optSection"; move that field up, or correct "of".`,
    ],
    [
      'data files compared with an unknown field',
      'forms/tpp.v2.ts',
      "ownName: 'healthPlanCompanyName'",
      "ownName: 'companyName'",
      'forms/tpp.v2.ts, field "files": "ownName" of dataFiles is "companyName", which is no field of the kind text; name one.',
    ],
    [
      'a limit of a text',
      'forms/lost-ids.v1.ts',
      'rules: [...phone]',
      "rules: [{ rule: 'atMost', than: 5, message: 'This field is required' }]",
      'forms/lost-ids.v1.ts, section "How to reach you", field "phone1": the rule "atMost" is for money, count, hours and date, not for phone; use "min" or "max" for characters.',
    ],
    [
      'a resource that two forms have',
      'forms/individual.v1.ts',
      "resource: 'IndividualClaimants'",
      "resource: 'ConsumerClaimants'",
      'forms/individual.v1.ts: "resource" is ConsumerClaimants, as in the form "consumer"; change one of them.',
    ],
    [
      'rules of review for an unknown form',
      'review.ts',
      '[individualV1.id]: {',
      'individal: {',
      'review.ts, recognized amounts of "individal": there is no form "individal"; write individual.',
    ],
    [
      'a reason for an unknown form',
      'review.ts',
      'forms: [tppV2.id]',
      "forms: ['tp']",
      'review.ts, reason "data-errors": there is no form "tp"; write tpp.',
    ],
    [
      'a case without a receipt',
      'receipts.ts',
      '[individualV1.caseId]: {',
      'savingsclub: {',
      'receipts.ts: no form has the case "savingsclub"; write savings-club, or remove it.',
    ],
    [
      'another prefix',
      'site-pages.ts',
      'referencePrefix: tppV2.referencePrefix',
      "referencePrefix: '11415'",
      'site-pages.ts, page /tpp-claimants: its claim numbers begin with 11415REF; write that as referencePrefix of /tpp-complete.',
    ],
    [
      'how long to keep an unknown case',
      'retention.ts',
      '[individualV1.caseId]',
      'savings',
      'retention.ts: no form has the case "savings"; write savings-club, or remove it.',
    ],
  ],
  'in how pages fit together': [
    [
      'no receipt page',
      'site-pages.ts',
      "kind: 'receipt',",
      "kind: 'text', text: 'home',",
      'site.ts: no page has the kind "receipt"; add one.',
    ],
    [
      'a page after filing that does not exist',
      'site-pages.ts',
      "complete: '/tpp-complete'",
      "complete: '/tpp-completed'",
      'site-pages.ts, page /tpp-claimants: "complete" is /tpp-completed, where there is no page; write /tpp-complete.',
    ],
    [
      'a parent that is not in the navigation',
      'site-pages.ts',
      "path: '/accessibility',\n    parent: '/contact'",
      "path: '/accessibility',\n    parent: '/notices'",
      'site-pages.ts, page /accessibility: its parent /notices is not in the navigation; name a page that has "navigation".',
    ],
    [
      'a page of an unknown form',
      'site-pages.ts',
      'form: tppV2.id',
      "form: 'tppp'",
      'site-pages.ts, page /tpp-claimants: the form "tppp" is not in claimForms of settlement.ts; write "tpp".',
    ],
    [
      'no login page',
      'site-pages.ts',
      "login: '/consumer-login',\n",
      '',
      'site-pages.ts, page /consumera-claimants: its form requires a login; add login: with the path of the login page.',
    ],
    [
      'no text for late claims',
      'site-pages.ts',
      '      late: `The deadline for claims in this settlement was ${savingsClubDeadline}. ${lateClaims}`,\n',
      '',
      'site-pages.ts, page /consumerb-claimants: its form accepts late claims, and "messages" has no "late"; add what people who are late must know.',
    ],
    [
      'a path of the program',
      'site-pages.ts',
      "path: '/courtdocuments'",
      "path: '/documents'",
      'site-pages.ts, page /documents: the program uses this path itself; choose another one.',
    ],
    [
      'an unknown document on a page',
      'site-pages.ts',
      "of: ['consumer-claim-form']",
      "of: ['consumer-claimform']",
      'site-pages.ts, page /consumera-claimants: documents.ts has no document "consumer-claimform"; write "consumer-claim-form".',
    ],
    [
      'an unknown document in the footer',
      'site.es.ts',
      "document: 'politica-de-privacidad'",
      "document: 'politica-privacidad'",
      'site.es.ts, "footer", "privacyPolicy": documents.ts has no document "politica-privacidad"; write "politica-de-privacidad".',
    ],
    [
      'a missing prose file',
      'site-pages.ts',
      "text: 'lost-ids-received'",
      "text: 'lost-ids'",
      "pages/lost-ids.mdx: the file is missing, and the page /lost-ids-received shows it; add the file, or write text: 'lost-ids-received'.",
    ],
    [
      'an unknown component',
      'pages/accessibility.mdx',
      '<Phone />',
      '<Fone />',
      'pages/accessibility.mdx: there is no component <Fone>; write <Phone>.',
    ],
    [
      'a tag that is not closed',
      'pages/accessibility.es.mdx',
      '<Phone />',
      '<Phone>',
      'pages/accessibility.es.mdx, line 8: the tag <Phone> is not closed; write </Phone> after its text, or <Phone /> if it has none.',
    ],
  ],
  'in forms to print': [
    [
      'an old version of a form',
      'documents/claim-forms.ts',
      "{ tppV2 } from '../forms/tpp.v2.ts'",
      "{ tppV1 as tppV2 } from '../forms/tpp.v1.ts'",
      'documents.ts, document "tpp-claim-form": it prints version 1 of "tpp"; write version 2, which the website has.',
    ],
  ],
  'in the list of translated pages': [
    [
      'a page that is not translated',
      'site.es.ts',
      "  '/notice': {",
      "  '/notices': {",
      'site.es.ts: the page /notice has no translation into Spanish; add it.',
    ],
  ],
  'in prose that links to other pages': [
    [
      'a link to a page that does not exist',
      'pages/contact.mdx',
      '](/receipt)',
      '](/reciept)',
      'pages/contact.mdx: it links to /reciept, where there is no page; write /receipt.',
    ],
  ],
  'in translations': [
    [
      'a field',
      'forms/consumer.v1.es.ts',
      '          city: cityInSpanish,\n',
      '',
      'forms/consumer.v1.es.ts, field "city": the translation is missing; add city: { label: \'…\' } to the items of its section, which several forms may share.',
    ],
    [
      'a hint',
      'forms/consumer.v1.es.ts',
      ", hint: '10 dígitos, para llamarle acerca de su reclamo.'",
      '',
      'forms/consumer.v1.es.ts, field "phone1": the hint is missing; add it in this language.',
    ],
    [
      'a message',
      'forms/messages.es.ts',
      'You must selected one of the options.',
      'You must have selected one.',
      "forms/individual.v1.es.ts, the message \"You must selected one of the options.\" is not translated; add 'You must selected one of the options.': '…' to the messages at the end of the file.",
    ],
  ],
};

describe.each(Object.entries(groups))('%s', (_group, mistakes) => {
  let found: Run;
  beforeAll(async () => {
    found = await findMistakes(mistakes);
  });

  test.each(mistakes)('%s is one sentence', (_kind, _file, _from, _to, sentence) => {
    expect(found.lines).toContain(`${name}/${sentence}`);
  });

  test('nothing else is said', () => {
    expect(found).toMatchObject({ code: 1, output: '', lines: { length: mistakes.length } });
  });
});

test('a settlement without mistakes passes without a word', async () => {
  expect(await findMistakes([])).toEqual({ code: 0, output: '', lines: [] });
});

test('a settlement without forms is told where they belong', async () => {
  const folder = await makeMistakes([]);
  await rm(join(folder, 'forms'), { recursive: true });
  expect((await run(join(import.meta.dirname, 'check-content.ts'), folder)).lines).toEqual([
    `${name}/forms: the folder is missing; the program reads the forms there, so add it.`,
  ]);
});

describe('npm run build', () => {
  beforeAll(async () => {
    for (const part of ['apps', 'packages']) await symlink(join(root, part), join(checkout, part));
    for (const part of ['tools', 'package-lock.json', 'tsconfig.base.json', 'content/package.json'])
      await cp(join(root, part), join(checkout, part), { recursive: true });
  });

  test.each([
    [
      'a syntax error',
      ['a missing quotation mark', 'facts.ts', "phone: '1-800", 'phone: 1-800'],
      `${name}/facts.ts, line 8: it cannot be read (`,
    ],
    [
      'a missing prose file',
      ['a missing prose file', 'site-pages.ts', "text: 'contact'", "text: 'contacts'"],
      `${name}/pages/contacts.mdx: the file is missing, and the page /contact shows it; add the file, or write text: 'contact'.`,
    ],
  ] as const)('stops at %s with its sentence and what to do', async (_kind, mistake, sentence) => {
    await makeMistakes([[...mistake, sentence]]);
    const { code, output, lines } = await run(join(checkout, 'tools/build-site.mjs'));
    // On a slow machine it says every five seconds that it goes on.
    const withoutProgress = output.replaceAll(/^Checking \S+: \d+ s\n/gm, '');
    expect({ code, output: withoutProgress }).toEqual({ code: 1, output: `Checking ${name} …\n` });
    expect(lines).toEqual([
      expect.stringContaining(sentence),
      `Checking ${name} failed: correct what the lines above say, and start this command again.`,
    ]);
  });
});
