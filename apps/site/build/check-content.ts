import { settlement } from '@redress/content/settlement';
import { checkSettlement } from '@redress/contract/check-settlement';
import { checkForm } from '@redress/forms/check-form';

/** The first step of the build: stops it if parts of the content do not match. */
const inEveryLanguage = [settlement, ...Object.values(settlement.translations ?? {})];
const inForms = inEveryLanguage
  .flatMap(({ login, claimForms }) => [login, ...claimForms])
  .flatMap((form) => checkForm(form).map((problem) => `The form "${form.id}" (${form.language ?? 'en'}): ${problem}`));
const problems = [...checkSettlement(settlement), ...inForms];
if (problems.length > 0) {
  console.error(['Parts of content/ do not match:', ...problems].join('\n  '));
  process.exitCode = 1;
}
