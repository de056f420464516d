import type { ClaimFacts } from '@redress/datafiles/review-claim';
import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import type { DataFiles, Form } from '@redress/forms/definition';
import { holds } from '@redress/forms/walk';

/** What a form says of data files; undefined for one that takes none. */
export function dataFilesOf(form: Form): DataFiles | undefined {
  for (const { items } of form.sections)
    for (const item of items) if (item.kind === 'documents' && item.dataFiles) return item.dataFiles;
  return undefined;
}

/** What the data files of a filed claim are compared with. */
export function claimFactsOf(dataFiles: DataFiles, answers: AnyAnswers): ClaimFacts {
  const { agent } = dataFiles;
  const isAgent = holds(agent.when, answers, {});
  const rows = answers[agent.rows];
  const names = isAgent
    ? (typeof rows === 'object' ? rows : []).map((row) => row[agent.name])
    : [textOf(answers[dataFiles.ownName])];
  const amount = textOf(answers[dataFiles.amount]);
  return {
    filer: isAgent ? 'agent' : 'class-member',
    members: names.flatMap((name) => (name === undefined || name === '' ? [] : [name])),
    ...(amount === undefined ? {} : { amountClaimed: amount }),
    purchasesDueFrom: dataFiles.purchasesDueFrom,
  };
}

function textOf(answer: AnyAnswer | undefined): string | undefined {
  return typeof answer === 'string' ? answer : undefined;
}
