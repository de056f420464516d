import { type ClaimForm, type DataFiles, type DocumentsItem, isField, type Item } from '@redress/forms/definition';
import { isDay } from '@redress/forms/court-day';
import { checkTranslations } from './check-translations.ts';
import { newestVersionOf } from './claim-forms.ts';
import { languages } from './language.ts';
import type { Page, Settlement } from './settlement.ts';
import { linksOfLogin } from './translate-pages.ts';

/** First segments of paths that the program uses itself. */
const reserved = ['api', 'assets', 'documents', 'variants', '.well-known'];
/** Where the build renders 404 pages. */
const notFoundPaths = ['/404', ...languages.map((language) => `/${language}/404`)];

/** Problems with references between parts of a settlement. `checkForm` checks each form. */
export function checkSettlement(settlement: Settlement): string[] {
  const { site, login, idRequest, claimForms, receipts } = settlement;
  const problems: string[] = [];
  const pageAt = (path: string): Page | undefined => site.pages.find((page) => page.path === path);

  const expectPage = (from: Page, path: string, kind?: Page['kind']) => {
    const page = pageAt(path.split('#')[0] ?? '');
    if (!page) problems.push(`${from.path} leads to ${path}, where there is no page.`);
    else if (kind && page.kind !== kind)
      problems.push(`${from.path} names ${path}, which is not a page of kind "${kind}".`);
  };

  if (!pageAt('/')) problems.push('There is no page at /.');
  for (const kind of ['receipt', 'log-out'] as const) {
    const found = site.pages.filter((page) => page.kind === kind && page.translationOf === undefined);
    if (found.length !== 1) problems.push(`There must be one page of kind "${kind}", and there are ${found.length}.`);
  }
  for (const page of site.pages) {
    if (pageAt(page.path) !== page) problems.push(`Two pages have the path ${page.path}.`);
    if (!/^\/$|^(\/[^/?#~]+)+$/.test(page.path))
      problems.push(`${page.path} is not a valid path: it must begin with a slash and not end with one.`);
    if (reserved.includes(page.path.split('/')[1] ?? '') || notFoundPaths.includes(page.path))
      problems.push(`${page.path} cannot be a page: the program uses this path itself.`);
    if (page.parent !== undefined && pageAt(page.parent)?.navigation === undefined)
      problems.push(`${page.path} has the parent ${page.parent}, which is not in the navigation.`);
    problems.push(...checkPage(page));
  }
  if (idRequest && !claimForms.some((form) => form.caseId === idRequest.caseId))
    problems.push(`The form "${idRequest.id}" is for the case "${idRequest.caseId}", and no claim form has this case.`);
  if (login && !claimForms.some((form) => form.login === 'required'))
    problems.push('There is a login, and no form requires one: leave "login" out of the settlement.');
  if (!login && claimForms.some((form) => form.login === 'required'))
    problems.push('A form requires a login, and the settlement has none: name the login form as "login".');
  for (const form of claimForms) {
    if (!site.pages.some((page) => page.kind === 'form' && page.form === form.id))
      problems.push(`No page shows the form "${form.id}".`);
    if (claimForms.some((other) => other.id !== form.id && other.resource === form.resource))
      problems.push(`The form "${form.id}" has the same resource as another form: ${form.resource}.`);
    if (!Object.keys(receipts).includes(form.caseId))
      problems.push(`There is no receipt for the case "${form.caseId}".`);
  }
  for (const day of site.changesOn)
    if (!isDay(day)) problems.push(`changesOn has "${day}", which is not a date (YYYY-MM-DD).`);
  for (const [caseId, { from, years }] of Object.entries(settlement.retention ?? {})) {
    if (!claimForms.some((form) => form.caseId === caseId))
      problems.push(`There is a retention rule for "${caseId}", and no form has this case.`);
    if (!isDay(from))
      problems.push(`The retention of "${caseId}" begins on "${from}", which is not a date (YYYY-MM-DD).`);
    if (!Number.isInteger(years) || years < 1)
      problems.push(`The retention of "${caseId}" is ${years} years: it must be a whole number from 1.`);
  }
  problems.push(
    ...checkRecognized(settlement),
    ...checkReceipts(settlement),
    ...checkDataFiles(settlement),
    ...checkTranslations(settlement),
  );
  return [...new Set(problems)];

  function checkPage(page: Page): string[] {
    switch (page.kind) {
      case 'text':
        return [];
      case 'instructions':
        if (page.next) expectPage(page, page.next.path);
        return [];
      case 'login':
        expectPage(page, page.next);
        for (const path of linksOfLogin(page)) expectPage(page, path);
        return page.form === login?.id
          ? []
          : [`${page.path} asks for "${page.form}", which is not the settlement’s login.`];
      case 'id-request':
        expectPage(page, page.next);
        return page.form === idRequest?.id
          ? []
          : [`${page.path} asks for "${page.form}", which is not the settlement’s request for IDs.`];
      case 'form':
        return checkFormPage(page);
      case 'complete':
        expectPage(page, page.start);
        return [];
      case 'receipt':
      case 'log-out':
        return [];
    }
  }

  function checkFormPage(page: Extract<Page, { kind: 'form' }>): string[] {
    expectPage(page, page.complete, 'complete');
    if (page.login !== undefined) expectPage(page, page.login, 'login');
    const form = newestVersionOf(claimForms, page.form);
    if (!form) return [`${page.path} shows the form "${page.form}", which is not among the settlement’s claim forms.`];
    const found: string[] = [];
    if ((form.login === 'required') !== (page.login !== undefined))
      found.push(`${page.path} must name a login page if its form requires a login, and only then.`);
    if (form.afterDeadline === 'accept-late' && (page.messages.late ?? '').trim() === '')
      found.push(
        `${page.path} has no messages.late, and its form "${form.id}" accepts late claims. Write what they need to know.`,
      );
    for (const other of [pageAt(page.complete), page.login === undefined ? undefined : pageAt(page.login)]) {
      if (other && 'referencePrefix' in other && other.referencePrefix !== form.referencePrefix)
        found.push(`${other.path} shows claims of "${form.id}" with another prefix than ${form.referencePrefix}.`);
    }
    return found;
  }
}

/** Checks that rules for losses read the fields that hold them. */
function checkRecognized({ claimForms, review }: Settlement): string[] {
  return Object.entries(review.recognized).flatMap(([formId, rule]) => {
    if (rule.rule !== 'losses') return [];
    const fields = (newestVersionOf(claimForms, formId)?.sections ?? []).flatMap(({ items }) => items.filter(isField));
    const { losses, hours } = rule;
    const where = `The recognized amount of "${formId}"`;
    const rows = fields.find(({ name }) => name === losses?.rows);
    const cells = rows?.kind === 'rows' ? rows.of : [];
    return [
      ...(losses && !cells.some(({ kind, name }) => kind === 'money' && name === losses.amount)
        ? [`${where} adds up "${losses.rows}.${losses.amount}", which is not a cell of kind "money" of the form.`]
        : []),
      ...(hours && !fields.some(({ kind, name }) => kind === 'hours' && name === hours.field)
        ? [`${where} multiplies "${hours.field}", which is not a field of kind "hours" of the form.`]
        : []),
      ...(losses || hours ? [] : [`${where} has neither "losses" nor "hours".`]),
    ];
  });
}

/** Checks that receipts name what each form may still need, and that their dated texts have dates. */
function checkReceipts({ claimForms, receipts, translations = {} }: Settlement): string[] {
  const all = [receipts, ...Object.values(translations).map((translation) => translation.receipts)];
  const lacking = claimForms.flatMap((form) => {
    const kinds = documentsOf(form).flatMap(({ due = [] }) => due.map(({ data = 'documents' as const }) => data));
    return [...new Set(kinds)]
      .filter((kind) => all.some((messages) => messages[form.caseId] && !messages[form.caseId]?.due?.[kind]))
      .map((kind) => `The form "${form.id}" can need ${kind}, and a receipt of "${form.caseId}" does not name them.`);
  });
  const days = all
    .flatMap((messages) => Object.values(messages))
    .flatMap(({ next }) => next.flatMap((text) => (typeof text === 'string' ? [] : [text.from, text.before])));
  const wrong = days
    .filter((day) => day !== undefined && !isDay(day))
    .map((day) => `A receipt has a text for "${day}", which is not a date (YYYY-MM-DD).`);
  return [...lacking, ...wrong];
}

function checkDataFiles({ claimForms, dataRules = {} }: Settlement): string[] {
  const forms = claimForms.flatMap((form) => documentsOf(form).flatMap((item) => checkItem(form, item, dataRules)));
  const unused = Object.keys(dataRules)
    .filter((id) => {
      const form = newestVersionOf(claimForms, id);
      return !form || !documentsOf(form).some(({ dataFiles }) => dataFiles);
    })
    .map((id) => `There are data rules for "${id}", and no form of this id takes data files.`);
  return [...forms, ...unused];
}

const documentsOf = (form: ClaimForm): DocumentsItem[] =>
  form.sections.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'documents' ? [item] : [])));

function checkItem(form: ClaimForm, item: DocumentsItem, dataRules: NonNullable<Settlement['dataRules']>): string[] {
  const where = `The form "${form.id}", version ${form.version},`;
  const { dataFiles } = item;
  if (!dataFiles)
    return item.due?.some(({ data }) => data !== undefined)
      ? [`${where} says which data is due, and "${item.name}" takes no data files.`]
      : [];
  return [
    ...(Object.keys(dataRules).includes(form.id)
      ? []
      : [`${where} takes data files, and there are no data rules for it.`]),
    ...dataFiles.types
      .filter((type) => !item.types.includes(type))
      .map((type) => `${where} takes data files of the type ${type}, which "${item.name}" does not take.`),
    ...checkFields(form, dataFiles).map((problem) => `${where} ${problem}`),
  ];
}

/** Checks that the fields that data is compared with exist and have the right kind. */
function checkFields(form: ClaimForm, { amount, agent, ownName }: DataFiles): string[] {
  const items = form.sections.flatMap((section): readonly Item[] => section.items);
  const named = (name: string) => items.find((item) => 'name' in item && item.name === name);
  const rows = named(agent.rows);
  return [
    ...(named(amount)?.kind === 'money' ? [] : [`compares data with "${amount}", which is not one of its amounts.`]),
    ...(named(ownName)?.kind === 'text'
      ? []
      : [`names its filer by "${ownName}", which is not one of its text fields.`]),
    ...('field' in agent.when && !named(agent.when.field)
      ? [`detects agents by "${agent.when.field}", which is not one of its fields.`]
      : []),
    ...(rows?.kind !== 'rows' ? [`names class members by "${agent.rows}", which is not one of its row fields.`] : []),
    ...(rows?.kind === 'rows' && !rows.of.some(({ name }) => name === agent.name)
      ? [`names class members by "${agent.name}", which is not a cell of "${agent.rows}".`]
      : []),
  ];
}
