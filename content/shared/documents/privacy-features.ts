import { documentsOf } from '@redress/contract/claim-forms';
import { dataFilesOf } from '@redress/contract/data-file-expectations';
import { caseIdsOf, formsOf, type Settlement } from '@redress/contract/settlement';
import { type Field, type Form, isField } from '@redress/forms/definition';
import { holdsTaxIds } from '@redress/forms/tax-ids';

/** The features of a settlement that its privacy policy depends on. */
export interface PrivacyFeatures {
  readonly severalCases: boolean;
  readonly severalLanguages: boolean;
  readonly login: boolean;
  /** A login shows the masked name and address of the notice. */
  readonly mailedAddress: boolean;
  /** Given by a login, or as an answer. */
  readonly noticeIds: boolean;
  readonly idRequest: boolean;
  /** The server has lists of class members only for logins and lost IDs. */
  readonly classMembers: boolean;
  readonly lateClaims: boolean;
  readonly captcha: boolean;
  readonly uploads: boolean;
  readonly dataFiles: boolean;
  readonly taxIds: boolean;
  /** Every form that asks for tax IDs also takes data files, at least in one version. */
  readonly taxIdsOnlyOfPayors: boolean;
  readonly signature: boolean;
  readonly email: boolean;
  /** The years for which personal data is kept, from `retention`, in ascending order. */
  readonly years: readonly number[];
}

/** Derived from the settlement's forms, so that each feature is stated once. */
export function privacyFeatures(settlement: Settlement): PrivacyFeatures {
  const { login, offersMailedAddress, idRequest, claimForms, retention = {}, translations = {} } = settlement;
  const claimFields = claimForms.flatMap(fieldsOf);
  const withTaxIds = claimForms.filter((form) => fieldsOf(form).some(holdsTaxIds));
  const withDataFiles = claimForms.filter((form) => dataFilesOf(form) !== undefined);
  const has = (kind: Field['kind']) => claimFields.some((field) => field.kind === kind);
  return {
    severalCases: caseIdsOf(settlement).length > 1,
    severalLanguages: Object.keys(translations).length > 0,
    login: login !== undefined,
    mailedAddress: login !== undefined && offersMailedAddress === true,
    noticeIds: login !== undefined || claimFields.some(({ name }) => name === 'noticeId'),
    idRequest: idRequest !== undefined,
    classMembers: login !== undefined || idRequest !== undefined,
    lateClaims: claimForms.some(({ afterDeadline }) => afterDeadline === 'accept-late'),
    captcha: formsOf(settlement).some((form) => itemsOf(form).some(({ kind }) => kind === 'captcha')),
    uploads: claimForms.some((form) => documentsOf(form).length > 0),
    dataFiles: withDataFiles.length > 0,
    taxIds: withTaxIds.length > 0,
    taxIdsOnlyOfPayors: withTaxIds.every(({ id }) => withDataFiles.some((form) => form.id === id)),
    signature: has('signature'),
    email: has('email'),
    years: [...new Set(caseIdsOf(settlement).flatMap((caseId) => retention[caseId]?.years ?? []))].toSorted(
      (a, b) => a - b,
    ),
  };
}

const itemsOf = ({ sections }: Form) => sections.flatMap(({ items }) => items);

/** Includes the cells of rows. */
const fieldsOf = (form: Form): readonly Field[] =>
  itemsOf(form)
    .filter(isField)
    .flatMap((field): readonly Field[] => (field.kind === 'rows' ? [field, ...field.of] : [field]));
