import { type ClaimForm, type Form, isField } from '@redress/forms/definition';
import { fileOfForm } from '@redress/forms/file-of-form';
import { nearestName } from '@redress/forms/nearest-name';
import { checkDataFiles } from './check-data-files.ts';
import { checkFunds } from './check-funds.ts';
import { checkLetters, checkTranslatedLetters } from './check-letters.ts';
import { checkPages, checkTranslatedPages } from './check-pages.ts';
import { checkTranslations } from './check-translations.ts';
import { documentsOf, newestVersionOf } from './claim-forms.ts';
import { caseIdsOf, type Settlement } from './settlement.ts';

/**
 * Finds wrong references between parts of a settlement. Each sentence begins with its file. Run
 * `checkSettlementShape` first; `checkForm` checks each form.
 */
export function checkSettlement(settlement: Settlement): string[] {
  const ofPages = checkPages(settlement);
  const ofReview = checkReview(settlement);
  const ofLetters = checkLetters(settlement);
  const ofTranslations = [...checkFormPages(settlement), ...checkTranslations(settlement)];
  const problems = [
    ...ofPages,
    ...checkForms(settlement),
    ...checkCases(settlement),
    // Plans of allocation name the pools and ranges of the rules of review.
    ...(ofReview.length > 0 ? ofReview : checkFunds(settlement)),
    ...checkReceipts(settlement),
    ...checkDataFiles(settlement),
    // A translation repeats the mistakes of its original.
    ...(ofLetters.length > 0 ? ofLetters : checkTranslatedLetters(settlement)),
    // These checks would report a page's mistake a second time.
    ...(ofPages.length > 0 ? [] : ofTranslations),
    ...(ofPages.length + ofTranslations.length > 0 ? [] : checkTranslatedPages(settlement)),
  ];
  return [...new Set(problems)];
}

function checkForms({ login, idRequest, claimForms }: Settlement): string[] {
  const needsLogin = claimForms.find((form) => form.login === 'required');
  return [
    ...(login && !needsLogin ? ['settlement.ts: it has a "login", and no form requires one; remove it.'] : []),
    ...(!login && needsLogin
      ? [`settlement.ts: the form "${needsLogin.id}" requires a login; add the login form as "login".`]
      : []),
    ...(login ? checkFieldNames(login, ['noticeId', 'uniqueId']) : []),
    ...(idRequest ? checkFieldNames(idRequest, ['name1', 'street1', 'city', 'state', 'zip', 'phone1', 'email']) : []),
    ...claimForms.flatMap((form, index) => {
      const same = claimForms.find((one) => one.id === form.id && one.version === form.version);
      const other = claimForms.slice(0, index).find(({ id, resource }) => id !== form.id && resource === form.resource);
      return [
        ...(same === form
          ? []
          : [`settlement.ts: claimForms has ${form.id}, version ${form.version}, twice; remove one.`]),
        ...(other
          ? [`${fileOfForm(form)}: "resource" is ${form.resource}, as in the form "${other.id}"; change one of them.`]
          : []),
      ];
    }),
  ];
}

/** Checks that a page shows each form. */
function checkFormPages({ site, claimForms }: Settlement): string[] {
  return claimForms
    .filter(({ id }) => !site.pages.some((page) => page.kind === 'form' && page.form === id))
    .map(({ id }) => `site.ts: no page shows the form "${id}"; add a page of the kind "form" for it.`);
}

/** Checks that a form has the fields that the program reads by name. */
function checkFieldNames(form: Form, names: readonly string[]): string[] {
  const present = form.sections.flatMap(({ items }) => items.flatMap((item) => ('name' in item ? [item.name] : [])));
  return names
    .filter((name) => !present.includes(name))
    .map((name) => `${fileOfForm(form)}: it has no field "${name}", which the program reads; add the field.`);
}

/** Checks that every case that a file names belongs to a form. */
function checkCases(settlement: Settlement): string[] {
  const { idRequest, receipts, retention = {}, mailRules, funds, captions = {}, translations = {} } = settlement;
  const caseIds = caseIdsOf(settlement);
  const named: readonly (readonly [place: string, caseId: string])[] = [
    ...(idRequest ? [[`${fileOfForm(idRequest)}, "caseId"`, idRequest.caseId] as const] : []),
    ...Object.keys(receipts).map((caseId) => ['receipts.ts', caseId] as const),
    ...Object.entries(translations).flatMap(([language, parts]) =>
      Object.keys(parts.receipts).map((caseId) => [`receipts.${language}.ts`, caseId] as const),
    ),
    ...Object.keys(retention).map((caseId) => ['retention.ts', caseId] as const),
    ...Object.keys(mailRules.returnAddress).map((caseId) => ['mail-rules.ts, "returnAddress"', caseId] as const),
    ...Object.keys(captions).map((caseId) => ['settlement.ts, "captions"', caseId] as const),
    ...funds.map(({ id, caseId }) => [`funds.ts, fund "${id}", "caseId"`, caseId] as const),
  ];
  const missingIn = (parts: Readonly<Record<string, unknown>>) => {
    const misspelled = Object.keys(parts).map((caseId) => nearestName(caseId, caseIds));
    return caseIds.filter((caseId) => !misspelled.includes(caseId));
  };
  return [
    ...missingIn(receipts).map((caseId) => `receipts.ts: there is no receipt for the case "${caseId}"; add it.`),
    ...missingIn(mailRules.returnAddress).map(
      (caseId) => `mail-rules.ts, "returnAddress": there is no address for the case "${caseId}"; add it.`,
    ),
    ...named
      .filter(([, caseId]) => !caseIds.includes(caseId))
      .map(([place, caseId]) => {
        const remedy = nearestName(caseId, caseIds) ?? caseIds.join(' or ');
        return `${place}: no form has the case "${caseId}"; write ${remedy}, or remove it.`;
      }),
  ];
}

/** Checks that the rules of review name forms and their fields. */
function checkReview({ claimForms, review }: Settlement): string[] {
  const formIds = [...new Set(claimForms.map(({ id }) => id))];
  const unknown = (place: string, id: string) =>
    formIds.includes(id)
      ? []
      : [
          `review.ts, ${place}: there is no form "${id}"; write ${nearestName(id, formIds) ?? `one of ${formIds.join(', ')}`}.`,
        ];
  const { reasons, recognized } = review;
  const appliesTo = (formId: string, { forms }: (typeof reasons)[number]) => forms?.includes(formId) ?? true;
  const withoutExpiry = formIds.filter((formId) => {
    const ofForm = reasons.filter((reason) => appliesTo(formId, reason));
    const canExpire = ofForm.some(({ outcome, when }) => outcome === 'deny' && when === 'uncured');
    return ofForm.some(({ outcome }) => outcome === 'deficient') && !canExpire;
  });
  return [
    ...(withoutExpiry.length === 0
      ? []
      : [
          `review.ts: no reason to deny has when: "uncured" for the forms ${withoutExpiry.join(', ')}; a claim whose deficiency is not cured in time is denied for it, so add one.`,
        ]),
    ...reasons
      .filter(({ outcome, when }) => when !== undefined && outcome !== 'deny')
      .map(({ id }) => `review.ts, reason "${id}": "when" is for reasons to deny; remove it.`),
    ...reasons.flatMap(({ id, forms = [] }, index) => [
      ...(reasons.findIndex((reason) => reason.id === id) === index
        ? []
        : [`review.ts, reason "${id}": another reason has this ID; change one of them.`]),
      ...forms.flatMap((form) => unknown(`reason "${id}"`, form)),
    ]),
    ...Object.keys(recognized).flatMap((formId) => {
      const place = `recognized amounts of "${formId}"`;
      const form = newestVersionOf(claimForms, formId);
      return form
        ? checkRecognized(form, recognized[formId]).map((problem) => `review.ts, ${place}: ${problem}.`)
        : unknown(place, formId);
    }),
  ];
}

/** Checks that rules for recognized amounts read the fields that hold them. */
function checkRecognized(form: ClaimForm, rule: Settlement['review']['recognized'][string] | undefined): string[] {
  const fields = form.sections.flatMap(({ items }) => items.filter(isField));
  const named = (name: string | undefined) => fields.find((field) => field.name === name);
  switch (rule?.rule) {
    case 'range': {
      const field = named(rule.field);
      if (!field || !('options' in field))
        return [`"field" is "${rule.field}", which is no select or choice of the form; name one`];
      return [
        ...field.options
          .filter((option) => !Object.keys(rule.ranges).includes(option))
          .map((option) => `"ranges" lacks the option "${option}" of "${field.name}"; add its range`),
        ...Object.keys(rule.ranges)
          .filter((option) => !field.options.includes(option))
          .map((option) => `"ranges" has "${option}", which is not an option of "${field.name}"; correct or remove it`),
      ];
    }
    case 'losses': {
      const { losses, hours } = rule;
      const rows = named(losses?.rows);
      const cells = rows?.kind === 'rows' ? rows.of : [];
      return [
        ...(losses && !cells.some(({ kind, name }) => kind === 'money' && name === losses.amount)
          ? [`it adds up "${losses.rows}.${losses.amount}", which is no cell of the kind money; name one`]
          : []),
        ...(hours && named(hours.field)?.kind !== 'hours'
          ? [`it multiplies "${hours.field}", which is no field of the kind hours; name one`]
          : []),
        ...(losses || hours ? [] : ['it has neither "losses" nor "hours"; add one of them']),
      ];
    }
    case 'claimed':
    case undefined:
      return [];
  }
}

/** Checks that receipts name what each form may still need. */
function checkReceipts({ claimForms, receipts, translations = {} }: Settlement): string[] {
  const all = [
    ['receipts.ts', receipts] as const,
    ...Object.entries(translations).map(([language, parts]) => [`receipts.${language}.ts`, parts.receipts] as const),
  ];
  return claimForms.flatMap((form) => {
    const kinds = new Set(
      documentsOf(form).flatMap(({ due = [] }) => due.map(({ data = 'documents' as const }) => data)),
    );
    return all.flatMap(([file, messages]) =>
      [...kinds]
        .filter((kind) => messages[form.caseId] && !messages[form.caseId]?.due?.[kind])
        .map(
          (kind) =>
            `${file}, case "${form.caseId}": the form "${form.id}" can need ${kind}; add "${kind}" to its "due".`,
        ),
    );
  });
}
