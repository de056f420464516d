import type { RowSketch } from '@redress/datafiles/report';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, type Field, isField } from '@redress/forms/definition';
import { claimedAmountOf } from '../../claims/filing/search-columns.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { isKeyboardWalk, type Mailbox, parseEmail, parsePhone } from './parse-email-and-phone.ts';
import { type Address, parseAddress } from './parse-address.ts';
import { type Name, parseOrganizationName, parsePersonName } from './parse-name.ts';
import { stateCodeOf } from './us-places.ts';
import { memoizeByForm } from '@redress/forms/memoize-by-form';

/** The observations at filing that could be measured. */
export interface Observations {
  readonly visibleSeconds?: number | undefined;
  /** Numbers of fields by how they were changed. */
  readonly typed?: number | undefined;
  readonly pasted?: number | undefined;
  readonly filled?: number | undefined;
  readonly other?: number | undefined;
  readonly draftRestored?: boolean | undefined;
  readonly automated?: boolean | undefined;
  readonly lacksClientHints?: boolean | undefined;
  /** Keyed hashes, in hexadecimal. */
  readonly addressHash?: string | undefined;
  readonly browserHash?: string | undefined;
  readonly networkKind?: 'hosting' | 'tor' | 'relay' | undefined;
  /** `YYYY-MM-DD` */
  readonly networkListDate?: string | undefined;
}

/** The facts about a claim, besides its answers, when it is scored. */
export interface ClaimFacts {
  readonly id: string;
  readonly number: string;
  readonly filedAt: Date;
  /** The Notice ID that was answered or used for login. */
  readonly noticeId?: string | undefined;
  readonly withoutScript: boolean;
  /** A hidden field was filled in. */
  readonly hiddenFieldFilled: boolean;
  /** Keyed hashes of tax IDs, in hexadecimal. */
  readonly taxIds: readonly string[];
  /** Whether an EIN has a prefix that was never issued. */
  readonly impossibleEin?: boolean | undefined;
  /** SHA-256 of the stored documents, in hexadecimal. */
  readonly documents: readonly string[];
  /** A sample of rows from the claim's data files. */
  readonly rows?: RowSketch | undefined;
  readonly observations?: Observations | undefined;
}

/** A claim split into the parts that comparisons and signals use. */
export interface ClaimFeatures extends ClaimFacts {
  readonly formId: string;
  readonly caseId: string;
  /** A login proved the Notice ID. */
  readonly loggedIn: boolean;
  readonly isOrganization: boolean;
  readonly name: Name;
  readonly address: Address;
  /** For example `AZ`; empty without one. */
  readonly state: string;
  /** The state as answered. */
  readonly stateAnswer: string;
  readonly phone: string;
  readonly mailbox?: Mailbox | undefined;
  /** Decimal strings without needless zeros. */
  readonly amount?: string | undefined;
  readonly quantity?: string | undefined;
  readonly highestRange: boolean;
  /** The representative's name, in words; empty without one. */
  readonly helper: string;
  readonly keyboardWalk: boolean;
  /** All answers as one text, in lowercase. */
  readonly answersText: string;
}

/** Derives the features of a claim from its form's definition and its answers, without tax IDs. */
export function featuresOf(form: ClaimForm, answers: AnyAnswers, facts: ClaimFacts): ClaimFeatures {
  const fields = claimFieldsOf(form);
  const first = (names: readonly string[]): string => {
    for (const name of names) {
      const answer = answers[name];
      if (typeof answer === 'string' && answer !== '') return answer;
    }
    return '';
  };
  const organization = first(fields.organization);
  const personText = first(fields.name);
  const isOrganization = organization !== '';
  const name = isOrganization ? parseOrganizationName(organization) : parsePersonName(personText);
  const lines = fields.street.flatMap((field) => {
    const answer = answers[field];
    return typeof answer === 'string' && answer !== '' ? [answer] : [];
  });
  const zip = first(fields.zip);
  const stateAnswer = first(fields.state);
  const email = first(fields.email);
  const mailbox = email === '' ? undefined : parseEmail(email, name);
  const answeredNotice = first(fields.notice);
  const amount = claimedAmountOf(form, answers) ?? '';
  const count = first(fields.count);
  return {
    ...facts,
    noticeId: facts.noticeId ?? (answeredNotice === '' ? undefined : answeredNotice),
    formId: form.id,
    caseId: form.caseId,
    loggedIn: form.login === 'required' && facts.noticeId !== undefined,
    isOrganization,
    name,
    address: parseAddress(lines.join(' '), zip),
    state: stateCodeOf(stateAnswer),
    stateAnswer,
    phone: parsePhone(first(fields.phone)),
    mailbox,
    amount: amount === '' ? undefined : plainDecimal(amount),
    quantity: count === '' ? undefined : plainDecimal(count),
    highestRange: fields.ranges.some(({ name: range, highest }) => answers[range] === highest),
    helper: parsePersonName(first(fields.helper)).words.join(' '),
    keyboardWalk: [
      personText,
      organization,
      mailbox?.mailbox.split('@', 1)[0] ?? '',
      ...lines.flatMap((line) => line.split(' ')),
    ].some(isKeyboardWalk),
    answersText: canonicalJson(answers).toLowerCase(),
  };
}

/** `0012.50` becomes `12.5`. */
function plainDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/,/g, '').split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`;
}

/** The fields of a form by their use in integrity signals. */
interface ClaimFields {
  readonly name: readonly string[];
  /** If one of these is answered, the name is an organization's. */
  readonly organization: readonly string[];
  /** Fields with the name of the claimant's representative. */
  readonly helper: readonly string[];
  /** Lines of the street address, in order. */
  readonly street: readonly string[];
  readonly state: readonly string[];
  readonly zip: readonly string[];
  readonly phone: readonly string[];
  readonly email: readonly string[];
  readonly count: readonly string[];
  readonly notice: readonly string[];
  /** Fields that choose a range of dollars, each with its highest range. */
  readonly ranges: readonly { readonly name: string; readonly highest: string }[];
}

/**
 * Finds the fields by their kind and `autocomplete`, and by the names that all forms use
 * (`noticeId`, `state`, `name2` for a representative, `agentSignature`).
 */
const claimFieldsOf = memoizeByForm((form: ClaimForm): ClaimFields => {
  const fields = form.sections.flatMap((section) => section.items.filter(isField));
  const namesOf = (matches: (field: Field) => boolean) => fields.filter(matches).map(({ name }) => name);
  const completedBy = (...tokens: readonly string[]) =>
    namesOf((field) => 'autocomplete' in field && tokens.includes(field.autocomplete ?? ''));
  const named = (...names: readonly string[]) => namesOf(({ name }) => names.includes(name));
  const organization = completedBy('organization');
  return {
    name: completedBy('name'),
    organization,
    helper: named('name2', 'agentSignature'),
    street: completedBy('address-line1', 'address-line2', 'street-address'),
    state: [...new Set([...completedBy('address-level1'), ...named('state')])],
    zip: namesOf(({ kind }) => kind === 'zip'),
    phone: namesOf(({ kind }) => kind === 'phone'),
    email: namesOf(({ kind }) => kind === 'email'),
    count: namesOf(({ kind }) => kind === 'count'),
    notice: named('noticeId'),
    ranges: fields.flatMap((field) => {
      if (field.kind !== 'choice' && field.kind !== 'select') return [];
      const amounts = field.options.filter((option) => option.includes('$'));
      const highest = amounts.at(-1);
      return amounts.length >= 3 && highest !== undefined ? [{ name: field.name, highest }] : [];
    }),
  };
});
