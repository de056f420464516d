import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const name = 'content/demonstration';
let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'redress-mistakes-'));
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rm(checkout, { recursive: true }));

/**
 * A mistake: a text, its replacement, the sentence that reports it, and its file if the sentence
 * names another one.
 */
type Mistake = readonly [from: string, to: string, sentence: string, file?: string | undefined];

const fileIn = (sentence: string) => /^[^,:]+/.exec(sentence)?.[0] ?? '';

/**
 * Writes the demonstration with these mistakes into a folder of the checkout, with shared files.
 */
async function makeMistakes(place: string, mistakes: readonly Mistake[]): Promise<string> {
  const folder = join(checkout, place, name);
  for (const part of ['content/shared', name])
    await cp(join(root, part), join(checkout, place, part), { recursive: true });
  for (const [from, to, sentence, file = fileIn(sentence)] of mistakes) {
    const before = await readFile(join(folder, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${file} does not have ${from}`);
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
  /** The lines of standard error that are not blank. */
  readonly lines: readonly string[];
}
const run = (...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, CONTENT: '' } }, (error, output, errors) =>
      resolve({
        code: error === null ? 0 : Number(error.code),
        output,
        lines: errors.split('\n').filter((line) => line !== ''),
      }),
    );
  });
const checkContent = join(import.meta.dirname, 'check-content.ts');

/** The sentences about each folder. One process checks all: it takes seconds to start. */
async function findAllMistakes(folders: readonly string[]): Promise<readonly (readonly string[])[]> {
  const program = `
    import { findMistakes } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'find-mistakes.ts')).href)};
    const found = [];
    for (const folder of ${JSON.stringify(folders)}) found.push(await findMistakes(folder));
    console.log(JSON.stringify(found));`;
  const { output, lines } = await run('--input-type=module-typescript', '--eval', program);
  expect(lines).toEqual([]);
  const parse: (json: string) => readonly (readonly string[])[] = JSON.parse;
  return parse(output);
}

/**
 * Reads groups of mistakes: after a line `# group`, two lines for each. In the first, `→` stands
 * between text and replacement; the second begins with the file if the sentence names another one.
 */
function readMistakes(text: string): Readonly<Record<string, readonly Mistake[]>> {
  const unescape = (part = '') => part.replaceAll(String.raw`\n`, '\n').replaceAll(/\\([`$])/g, '$1');
  const groups = text.matchAll(/^# (.+)\n((?:[^#\n].*\n)+)/gm);
  return Object.fromEntries(
    Array.from(groups, ([, group = '', lines = '']) => [
      group,
      Array.from(
        lines.matchAll(/^(.+) →(?: (.+))?\n {2}(?:\((.+?)\) )?(.+)$/gm),
        ([, from, to, file, sentence = '']): Mistake => [unescape(from), unescape(to), sentence, file],
      ),
    ]),
  );
}

/** The build looks for the mistakes of a later group only if the earlier groups have none. */
const groups = readMistakes(String.raw`
# in facts that cannot be loaded
phone: '1-800 → phone: 1-800
  facts.ts, line 8: it cannot be read (
# in files that cannot be loaded
version: 1, → version: 1
  forms/consumer.v1.ts, line 16: it cannot be read (Expected ',', got 'ident'); look for a missing or extra comma, bracket or quotation mark on this line and the one above it.
city, representative, → town, representative,
  forms/individual.v1.ts, line 5: "town" is imported from "./fields.ts", which does not export it; correct the name, or write "import type" if it is a type.
./fields.ts → ./field.ts
  forms/lost-ids.v1.ts, line 3: it imports ${name}/forms/field.ts, which does not exist; correct the import, or add the file.
import { required } from './rules.ts'; →
  forms/login.v1.ts, line 21: "required" is not known in this file; correct the name, or import it.
pattern: textPattern.pattern.replace('[', '[,') → pattern: textPattern.patern.replace('[', '[,')
  forms/tpp-sections.ts, line 126: what should have ".replace" does not exist; correct the names before ".replace".
# in what forms are
kind: 'phone' → kind: 'telephone'
  forms/consumer.v1.ts, section "Claimant Identification", field "phone1": there is no kind "telephone"; write "phone".
rules: [required, ...amount] → rules: [{ rule: 'mandatory', message: 'Enter it' }, ...amount]
  forms/consumer.v1.ts, section "Purchase Information", field "repealerStateTotalAmountPaid", rule 1: there is no rule "mandatory"; write one of required, min, max, atLeast, atMost, pattern.
hint: 'Digits only → hnt: 'Digits only
  forms/consumer.v1.ts, section "Purchase Information", field "repealerStateTotalAmountPaid": "hnt" is not known here; write "hint".
label: 'Phone number', →
  forms/lost-ids.v1.ts, section "How to reach you", field "phone1": "label" is missing; add label: 'First and last name'.
, rules: [...email] } →  }
  forms/lost-ids.v1.ts, section "How to reach you", field "email": "rules" is missing; add rules: [{ rule: 'required', message: 'Enter your name' }].
, message: 'This field must be at least 9 digits' } →  }
  forms/login.v1.ts, section "The two IDs on your notice", field "noticeId", rule 2: "message" is missing; add message: 'Enter your name'.
deadline: brandDrug.claimDeadline → deadline: 'July 17, 2025'
  forms/consumer.v1.ts: "deadline" is "July 17, 2025", and must be a day written as YYYY-MM-DD, such as '2031-07-31'.
timeZone: facts.timeZone → timeZone: 'Eastern'
  forms/individual.v1.ts: "timeZone" is "Eastern", and must be an IANA time zone, such as 'America/New_York'.
maxBodyBytes: 2_000_000 → maxBodyBytes: '2_000_000'
  forms/individual.v1.ts: "maxBodyBytes" is "2_000_000", and must be a whole number from 1000 on, without quotation marks, such as 2000000.
types: ['pdf', 'jpg', → types: ['pdf', 'jpeg',
  forms/individual.v1.ts, section "Document Upload", field "files", entry 2 of "types": it is "jpeg", and must be one of "pdf", "jpg", "png", "heic", "tif", "docx", "xlsx", "csv", "txt".
referencePrefix: '11416REF' → referencePrefix: '11416-REF'
  forms/consumer.v1.ts: "referencePrefix" is "11416-REF", and must be capital letters and digits, such as 'OAK'.
export const tppV1 → export const extra = 1;\nexport const tppV1
  forms/tpp.v1.ts: it must export its form and nothing else, and exports extra, tppV1; move the rest to another file.
# in what other files are
phone: '1-800-555-0142' → phone: '800 555 0142'
  facts.ts: "phone" is "800 555 0142", and must be a toll-free number, such as '1-800-555-0100'.
email: 'info@settlement.example.com' → email: 'info at settlement.example.com'
  facts.ts: "email" is "info at settlement.example.com", and must be an email address, such as 'info@example-settlement.example.com'.
kind: 'instructions' → kind: 'instruction'
  site-pages.ts, page /consumera-instructions: there is no kind "instruction"; write "instructions".
title: 'Contact', →
  site-pages.ts, page /contact: "title" is missing; add title: 'File a claim'.
banner: → baner:
  site.ts: "baner" is not known here; write "banner".
from: brandDrug.finalApproval, → from: '2025-02-30',
  receipts.ts, case "brand-drug", entry 4 of "next": "from" is "2025-02-30", and must be a day written as YYYY-MM-DD, such as '2031-07-31'.
[individualV1.caseId]: { from: facts.savingsClub.claimDeadline, years: facts.yearsKept } → [individualV1.caseId]: { from: facts.savingsClub.claimDeadline, years: '7' }
  retention.ts, case "savings-club": "years" is "7", and must be a whole number from 1 on, without quotation marks, such as 7.
cureDays: 30, →
  mail-rules.ts: "cureDays" is missing; add cureDays: 30.
secondPersonFrom: 10_000, →
  review.ts: "secondPersonFrom" is missing; add secondPersonFrom: 10000.
amount: brandDrug.newerFund → amount: '2.25 million'
  funds.ts, fund "brand-drug-2025": "amount" is "2.25 million", and must be dollars above zero, at most 10 billion, without fractions of a cent and without quotation marks, such as 1000000.
overflow: 'consumers' → overflows: 'consumers'
  funds.ts, fund "brand-drug-2024", pool "third-party-payors": "overflows" is not known here; write "overflow".
feeAtMost,\n → feeAtMost: 34_000,\n
  funds.ts, fund "brand-drug-2024": "feeAtMost" is 34000, and must be a whole number of basis points up to 10000, which is 100%, such as 3300.
subject: 'Our decision on your claim → subjct: 'Our decision on your claim
  ../shared/letters/denied.v1.ts: "subjct" is not known here; write "subject".
  lists: { →   list: {
  settlement.ts: "list" is not known here; write "lists".
  reminder: reminderV1,\n →
  (../shared/letters/general-letters.ts) settlement.ts, "letters": "reminder" is missing; add reminder: reminderV1.
id: 'privacy-policy' → id: 'Privacy Policy'
  (documents/policies.ts) documents.ts, document "Privacy Policy": "id" is "Privacy Policy", and must be lowercase letters, digits and single hyphens, such as 'long-form-notice'.
# in names of facts and in days
{facts.email}</a> → {facts.emial}</a>
  pages/contact.mdx, line 9: facts.ts has no facts.emial; write facts.email.
timeZone: facts.timeZone → timeZone: facts.timezone
  forms/individual.v1.ts, line 20: facts.ts has no facts.timezone; write facts.timeZone.
const { brandDrug } = facts; → const { brandDrugs: brandDrug } = facts;
  forms/tpp-sections.ts, line 13: facts.ts has no facts.brandDrugs; write facts.brandDrug.
const { brandDrug } = facts; → const { brandDrug, brandDrugs } = facts;
  class-definition.ts, line 4: facts.ts has no facts.brandDrugs; write facts.brandDrug.
claimDeadline: '2025-07-17' → claimDeadline: '2025-07-32'
  facts.ts, "claimDeadline": "2025-07-32" is not a day; write one that exists as YYYY-MM-DD.
to: '2024-11-18' → to: '2004-11-18'
  facts.ts, "classPeriod": it ends on 2004-11-18, before it begins; correct the days.
# in how forms fit together
when: { field: 'noticeId' → when: { field: 'noticeID'
  forms/individual.v1.ts, section "Document Upload", field "files": the condition is about "noticeID", and no earlier field has this name; write "noticeId".
        'Section B: an authorized agent of one or more class members',\n →
  forms/tpp-sections.ts, used by ${name}/forms/tpp.v1.ts, section "Who is filing?", field "optSectionRadio": there are 2 options and 1 labels; write one label for each option.
name: 'filerType' → name: 'documentsToFollow'
  forms/tpp-sections.ts, used by ${name}/forms/tpp.v1.ts, section "Who is filing?", field "documentsToFollow": the program sends this name next to the answers; choose another name.
ownName: 'healthPlanCompanyName' → ownName: 'companyName'
  forms/tpp.v2.ts, field "files": "ownName" of dataFiles is "companyName", which is no field of the kind text; name one.
resource: 'IndividualClaimants' → resource: 'ConsumerClaimants'
  forms/individual.v1.ts: "resource" is ConsumerClaimants, as in the form "consumer"; change one of them.
[individualV1.id]: { → individal: {
  review.ts, recognized amounts of "individal": there is no form "individal"; write individual.
when: 'uncured', →
  review.ts: no reason to deny has when: "uncured" for the forms consumer, tpp, individual; a claim whose deficiency is not cured in time is denied for it, so add one.
id: 'documents-missing', → id: 'documents-missing', when: 'late',
  review.ts, reason "documents-missing": "when" is for reasons to deny; remove it.
forms: [tppV2.id] → forms: ['tp']
  review.ts, reason "data-errors": there is no form "tp"; write tpp.
[individualV1.caseId]: { → savingsclub: {
  receipts.ts: no form has the case "savingsclub"; write savings-club, or remove it.
referencePrefix: tppV2.referencePrefix → referencePrefix: '11415'
  site-pages.ts, page /tpp-claimants: its claim numbers begin with 11415REF; write that as referencePrefix of /tpp-complete.
[individualV1.caseId]: facts → savings: facts
  mail-rules.ts, "returnAddress": no form has the case "savings"; write savings-club, or remove it.
[individualV1.caseId] → savings
  retention.ts: no form has the case "savings"; write savings-club, or remove it.
# in plans of allocation
share: pools.consumers * 100 → share: pools.consumers
  funds.ts, fund "brand-drug-2024": the shares of its pools sum to 7822, and must sum to 10000, which is 100%.
overflow: 'consumers' → overflow: 'consumer'
  funds.ts, fund "brand-drug-2024", pool "third-party-payors": "overflow" is "consumer", which is no pool of this fund; write consumers.
id: 'savings-club',\n        title: → id: 'savings',\n        title:
  funds.ts, fund "savings-club", pool "savings": no claims belong to it, because review.ts names no such pool for the case "savings-club"; write savings-club.
, es: 'Parte de los consumidores' →
  funds.ts, fund "brand-drug-2024", pool "consumers": "title" has no Spanish text; add es: '…' to it.
# in letters
{phone} → {fone}
  ../shared/letters/approved.v1.ts: this kind of letter has no {fone}; write {phone}.
We recognize {amount} → We recognize {claimedAmount}
  ../shared/letters/reduced.v1.ts: it must name the recognized amount; add {amount}.
'Dear {name}, → 'Dear {name,
  ../shared/letters/answer-received.v1.ts: the braces in "Dear {name," are no placeholder; write one such as {due}.
{ files: 'all' }, →
  ../shared/letters/answer-received.v1.ts: it must list the files that the claimant sent; add { files: 'all' }.
{ reasons: 'all' }, →
  ../shared/letters/denied.v1.ts: it must list the reasons of the decision; add { reasons: 'all' }.
'Dear {name},', → { reasons: 'all' },
  ../shared/letters/contact-changed.v1.ts: this kind of letter has no reasons; remove { reasons: 'all' }.
# in translated letters
en el {settlement} → en el acuerdo
  ../shared/letters/approved.v1.es.ts: the English letter has {settlement}; add it here.
'Estimado(a) {name}:' → 'Dear {name},'
  ../shared/letters/denied.v1.es.ts: "Dear {name}," is not translated; write it in this language.
version: 1, → version: 2,
  (../shared/letters/reduced.v1.es.ts) letters/reduced.v2.es.ts: it is version 2, and the English letter is version 1; translate that one.
# in how pages fit together
kind: 'receipt', → kind: 'text', text: 'home',
  (site-pages.ts) site.ts: no page has the kind "receipt"; add one.
complete: '/tpp-complete' → complete: '/tpp-completed'
  site-pages.ts, page /tpp-claimants: "complete" is /tpp-completed, where there is no page; write /tpp-complete.
path: '/accessibility',\n    parent: '/contact' → path: '/accessibility',\n    parent: '/notices'
  site-pages.ts, page /accessibility: its parent /notices is not in the navigation; name a page that has "navigation".
form: tppV2.id → form: 'tppp'
  site-pages.ts, page /tpp-claimants: the form "tppp" is not in claimForms of settlement.ts; write "tpp".
login: '/consumer-login',\n →
  site-pages.ts, page /consumera-claimants: its form requires a login; add login: with the path of the login page.
      late: \`Claims were due by \${savingsClubDeadline}. \${lateOnForms}\`,\n →
  site-pages.ts, page /consumerb-claimants: its form accepts late claims, and "messages" has no "late"; add what people who are late must know.
path: '/courtdocuments' → path: '/documents'
  site-pages.ts, page /documents: the program uses this path itself; choose another one.
of: ['consumer-claim-form'] → of: ['consumer-claimform']
  site-pages.ts, page /consumera-claimants: documents.ts has no document "consumer-claimform"; write "consumer-claim-form".
document: 'politica-de-privacidad' → document: 'politica-privacidad'
  site.es.ts, "footer", "privacyPolicy": documents.ts has no document "politica-privacidad"; write "politica-de-privacidad".
text: 'lost-ids-received' → text: 'lost-ids'
  (site-pages.ts) pages/lost-ids.mdx: the file is missing, and the page /lost-ids-received shows it; add the file, or write text: 'lost-ids-received'.
<Phone /> → <Fone />
  pages/accessibility.mdx: there is no component <Fone>; write <Phone>.
<Phone /> → <Phone>
  pages/accessibility.es.mdx, line 8: the tag <Phone> is not closed; write </Phone> after its text, or <Phone /> if it has none.
# in forms to print
{ tppV2 } from '../forms/tpp.v2.ts' → { tppV1 as tppV2 } from '../forms/tpp.v1.ts'
  (documents/claim-forms.ts) documents.ts, document "tpp-claim-form": it prints version 1 of "tpp"; write version 2, which the website has.
# in the list of translated pages
  '/notice': { →   '/notices': {
  site.es.ts: the page /notice has no translation into Spanish; add it.
# in prose that links to other pages
](/receipt) → ](/reciept)
  pages/contact.mdx: it links to /reciept, where there is no page; write /receipt.
# in translations
          city: cityInSpanish,\n →
  forms/consumer.v1.es.ts, field "city": the translation is missing; add city: { label: '…' } to the items of its section, which several forms may share.
, hint: '10 dígitos, para llamarle acerca de su reclamo.' →
  forms/consumer.v1.es.ts, field "phone1": the hint is missing; add it in this language.
You must selected one of the options. → You must have selected one.
  (forms/messages.es.ts) forms/individual.v1.es.ts, the message "You must selected one of the options." is not translated; add 'You must selected one of the options.': '…' to the messages at the end of the file.
`);

let found: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  const folders = await Promise.all(
    Object.entries(groups).map(([, mistakes], index) => makeMistakes(String(index), mistakes)),
  );
  const all = await findAllMistakes(folders);
  found = new Map(Object.keys(groups).map((group, index) => [group, all[index] ?? []]));
});

describe.each(Object.entries(groups))('%s', (group, mistakes) => {
  test.each(mistakes.map(([from, to, sentence]) => [from, to, sentence] as const))(
    '%s replaced by %s: %s',
    (_from, _to, sentence) => {
      // Ignores the parser's wording of a syntax error.
      const said = found.get(group)?.map((line) => (sentence.endsWith('(') ? line.replace(/\(.*/, '(') : line));
      expect(said).toContain(sentence.startsWith('../') ? sentence.replace('..', 'content') : `${name}/${sentence}`);
    },
  );

  test('nothing else is said', () => {
    expect(found.get(group)).toHaveLength(mistakes.length);
  });
});

test('a settlement without mistakes passes without a word; without forms, it is told where they belong', async () => {
  const folder = await makeMistakes('forms', []);
  expect(await run(checkContent, folder)).toEqual({ code: 0, output: '', lines: [] });
  await rm(join(folder, 'forms'), { recursive: true });
  expect(await run(checkContent, folder)).toMatchObject({
    code: 1,
    lines: [`${name}/forms: the folder is missing; the program reads the forms there, so add it.`],
  });
});

test('npm run build stops at a mistake with its sentence and what to do', async () => {
  const sentence = `pages/contacts.mdx: the file is missing, and the page /contact shows it; add the file, or write text: 'contact'.`;
  await makeMistakes('.', [["text: 'contact'", "text: 'contacts'", sentence, 'site-pages.ts']]);
  // The console is built beside the website: here its build does nothing.
  const consoleApp = { name: '@redress/console', version: '0.0.0', scripts: { build: 'exit 0' } };
  await mkdir(join(checkout, 'apps/console'), { recursive: true });
  await writeFile(join(checkout, 'apps/console/package.json'), JSON.stringify(consoleApp));
  await writeFile(join(checkout, 'package.json'), '{ "workspaces": ["apps/console"] }');
  for (const part of ['apps/site', 'packages']) await symlink(join(root, part), join(checkout, part));
  for (const part of ['tools', 'package-lock.json', 'tsconfig.base.json', 'content/package.json'])
    await cp(join(root, part), join(checkout, part), { recursive: true });
  const { code, output, lines } = await run(join(checkout, 'tools/build-site.mjs'));
  // On a slow machine, the build prints a line every five seconds while it works.
  const aboutWebsite = output.replaceAll(/^(?:Checking \S+: \d+ s|Building the console.*)\n/gm, '');
  expect({ code, output: aboutWebsite }).toEqual({ code: 1, output: `Checking ${name} …\n` });
  expect(lines).toEqual([
    `${name}/${sentence}`,
    `Checking ${name} failed: fix what the lines above report, and run this command again.`,
  ]);
});
