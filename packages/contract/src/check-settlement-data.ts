import type { ClaimForm, DataFiles, DocumentsItem, Item } from '@redress/forms/definition';
import { newestVersionOf } from './claim-form-versions.ts';
import type { Settlement } from './manifest.ts';

/** What is missing or does not match where forms take data files, in plain sentences. A part of `checkSettlement`. */
export function checkDataFiles({ claimForms, dataRules = {} }: Settlement): string[] {
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

/** Whether the answers that data is compared with are there, and of the right kind. */
function checkFields(form: ClaimForm, { amount, agent, ownName }: DataFiles): string[] {
  const items = form.sections.flatMap((section): readonly Item[] => section.items);
  const named = (name: string) => items.find((item) => 'name' in item && item.name === name);
  const rows = named(agent.rows);
  return [
    ...(named(amount)?.kind === 'money' ? [] : [`compares data with "${amount}", which is no amount of it.`]),
    ...(named(ownName)?.kind === 'text' ? [] : [`names its filer by "${ownName}", which is no text field of it.`]),
    ...('field' in agent.when && !named(agent.when.field)
      ? [`knows agents by "${agent.when.field}", which is no field of it.`]
      : []),
    ...(rows?.kind !== 'rows' ? [`names class members by "${agent.rows}", which are no rows of it.`] : []),
    ...(rows?.kind === 'rows' && !rows.of.some(({ name }) => name === agent.name)
      ? [`names class members by "${agent.name}", which is no cell of "${agent.rows}".`]
      : []),
  ];
}
