import type { ClaimFacts } from '@redress/datafiles/check/review-claim';
import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import type { DataFiles, Form } from '@redress/forms/definition';
import { isConditionMet } from '@redress/forms/evaluate-form';

/** Finds a form’s settings for data files. Undefined if it takes none. */
export function dataFilesOf(form: Form): DataFiles | undefined {
  const items = form.sections.flatMap((section) => section.items);
  return items.flatMap((item) => (item.kind === 'documents' ? (item.dataFiles ?? []) : []))[0];
}

/** Collects the answers that data files are compared with, without invalid amounts. */
export function claimFacts(dataFiles: DataFiles, answers: AnyAnswers): ClaimFacts {
  const { agent, ownName, amount, purchasesDueFrom } = dataFiles;
  const isAgent = isConditionMet(agent.when, answers, {});
  const rows = answers[agent.rows];
  const names = isAgent
    ? (typeof rows === 'object' ? rows : []).map((row) => row[agent.name] ?? '')
    : [typed(answers[ownName])];
  const amountClaimed = typed(answers[amount]);
  return {
    filer: isAgent ? 'agent' : 'class-member',
    members: names.map((name) => name.trim()).filter(Boolean),
    ...(/^\d+(\.\d{1,4})?$/.test(amountClaimed) ? { amountClaimed } : {}),
    purchasesDueFrom,
  };
}

const typed = (answer: AnyAnswer | undefined) => (typeof answer === 'string' ? answer.trim() : '');
