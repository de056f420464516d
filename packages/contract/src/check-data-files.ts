import type { ClaimForm, DataFiles, DocumentsItem, Item } from '@redress/forms/definition';
import { fileOfForm } from '@redress/forms/file-of-form';
import { documentsOf, newestVersionOf } from './claim-forms.ts';
import type { Settlement } from './settlement.ts';

/** Finds problems in forms that take data files and in their rules, for `checkSettlement`. */
export function checkDataFiles({ claimForms, dataRules = {} }: Pick<Settlement, 'claimForms' | 'dataRules'>): string[] {
  const inForms = claimForms.flatMap((form) =>
    documentsOf(form).flatMap((item) =>
      checkItem(form, item, dataRules).map((problem) => `${fileOfForm(form)}, field "${item.name}": ${problem}.`),
    ),
  );
  const unused = Object.keys(dataRules)
    .filter((id) => {
      const form = newestVersionOf(claimForms, id);
      return !form || !documentsOf(form).some(({ dataFiles }) => dataFiles);
    })
    .map((id) => `data-rules.ts, data rules of "${id}": no form of this ID takes data files; remove them.`);
  return [...inForms, ...unused];
}

function checkItem(form: ClaimForm, item: DocumentsItem, dataRules: NonNullable<Settlement['dataRules']>): string[] {
  const { dataFiles } = item;
  if (!dataFiles)
    return item.due?.some(({ data }) => data !== undefined)
      ? ['"due" says which data is due, and the field takes no data files; remove "data", or add "dataFiles"']
      : [];
  return [
    ...(Object.keys(dataRules).includes(form.id)
      ? []
      : [`it takes data files, and data-rules.ts has no rules for "${form.id}"; add them`]),
    ...dataFiles.types
      .filter((type) => !item.types.includes(type))
      .map((type) => `data files may be ${type}, and "types" of the field has no ${type}; add it there`),
    ...checkFields(form, dataFiles),
  ];
}

/** Checks that the fields that data is compared with exist and have the right kind. */
function checkFields(form: ClaimForm, { amount, agent, ownName }: DataFiles): string[] {
  const items = form.sections.flatMap((section): readonly Item[] => section.items);
  const named = (name: string) => items.find((item) => 'name' in item && item.name === name);
  const rows = named(agent.rows);
  const wrong = (property: string, name: string, what: string) =>
    `"${property}" of dataFiles is "${name}", which is no ${what}; name one`;
  return [
    ...(named(amount)?.kind === 'money' ? [] : [wrong('amount', amount, 'field of the kind money')]),
    ...(named(ownName)?.kind === 'text' ? [] : [wrong('ownName', ownName, 'field of the kind text')]),
    ...('field' in agent.when && !named(agent.when.field)
      ? [wrong('agent.when', agent.when.field, 'field of the form')]
      : []),
    ...(rows?.kind !== 'rows' ? [wrong('agent.rows', agent.rows, 'field of the kind rows')] : []),
    ...(rows?.kind === 'rows' && !rows.of.some(({ name }) => name === agent.name)
      ? [wrong('agent.name', agent.name, `cell of "${agent.rows}"`)]
      : []),
  ];
}
