import { settlement } from '@redress/content/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { memberOf } from '../environment/shared-parts.ts';
import type { SentDocument } from './unreliable-request.ts';

/** A claim to file. */
export interface GeneratedClaim {
  readonly form: ClaimForm;
  /** The answers as sent and as they must be stored: none of them needs normalizing. */
  readonly answers: AnyAnswers;
  readonly email: string;
  readonly member?: { readonly noticeId: string; readonly uniqueId: string };
}

const places = [
  { city: 'Phoenix', state: 'Arizona', zip: '85001' },
  { city: 'Miami', state: 'Florida', zip: '33101-2204' },
  { city: 'Boston', state: 'Massachusetts', zip: '02108' },
] as const;
const names = ['Ana Núñez', 'Mei-Ling Zhao', "Siobhán O'Brien", 'Robert van den Berg', 'Zoë Lindqvist'] as const;

function newestOf(resource: string): ClaimForm {
  const form = settlement.claimForms.findLast((candidate) => candidate.resource === resource);
  if (form === undefined) throw new Error(`No form is filed at ${resource}`);
  return form;
}

/** The nth claim: each differs from all others in every answer that can. */
export function makeClaim(index: number): GeneratedClaim {
  switch (index % 5) {
    case 0:
      return company(index);
    case 1:
      return agent(index);
    case 2:
      return individual(index);
    default:
      return consumer(index);
  }
}

function consumer(index: number): GeneratedClaim {
  const name = nameOf(index);
  const email = `claimant.${index}@example.com`;
  const answers = {
    name1: name,
    ...placeOf(index),
    phone1: phoneOf(index),
    email,
    classMemberConfirmation: index % 2 === 0,
    repealerStateTotalAmountPaid: amountOf(index),
    totalNumOfPrescriptions: String(1 + index),
    insuranceQuestion: index % 3 === 0 ? 'No' : 'Yes',
    signature: name,
  };
  return { form: newestOf('ConsumerClaimants'), answers, email, member: memberOf(index) };
}

function company(index: number): GeneratedClaim {
  const email = `plan.${index}@example.com`;
  const answers = {
    optSectionRadio: 'Company',
    filerType: 'Company',
    healthPlanCompanyName: `Larkmoor Health Plan ${index}`,
    contactName: nameOf(index),
    street2: `Floor ${10 + index}`,
    ...placeOf(index),
    phone1: phoneOf(index),
    emailAddress: email,
    tin: taxId(),
    otherNames: `Larkmoor HMO ${index}, ${taxId()}`,
    companyHealthType: 'Other',
    otherCompanyHealthType: 'Church plan',
    ...certified(index),
  };
  return { form: newestOf('TppClaimants'), answers, email };
}

function agent(index: number): GeneratedClaim {
  const email = `agent.${index}@example.com`;
  const answers = {
    optSectionRadio: 'Agent',
    filerType: 'Agent',
    relationshipType: 'Other',
    otherRelationshipType: 'Recovery service',
    agentsCompanyName: `Harbor Recovery ${index}`,
    contactName: nameOf(index),
    street2: `Floor ${10 + index}`,
    ...placeOf(index),
    phone1: phoneOf(index),
    emailAddress: email,
    agentsTin: taxId(),
    classMembers: Array.from({ length: 1 + (index % 40) }, (_, row) => ({
      classMemberName: `Plan ${index} of row ${row}`,
      classMemberFEIN: taxId(),
    })),
    ...certified(index),
  };
  return { form: newestOf('TppClaimants'), answers, email };
}

function individual(index: number): GeneratedClaim {
  const name = nameOf(index);
  const email = `member.${index}@example.com`;
  const answers = {
    noticeId: String(300_000_000 + index),
    name1: name,
    ...placeOf(index),
    phone1: phoneOf(index),
    email,
    excludedAcknowledgement: true,
    outOfpocketExpensePaid: '$501-$1,000',
    signature: name,
  };
  return { form: newestOf('IndividualClaimants'), answers, email };
}

const certified = (index: number) => ({
  repealerStateTotalAmountPaid: amountOf(index),
  classMemberConfirmation: true,
  signature: nameOf(index),
  positionTitle: 'Benefits manager',
});
const nameOf = (index: number) => `${pick(names, index)} ${index}`;
const placeOf = (index: number) => ({ street1: `${1 + index} Larkmoor Lane`, ...pick(places, index) });
const phoneOf = (index: number) => `602555${String(index % 10_000).padStart(4, '0')}`;
const amountOf = (index: number) => `${10 + index}.${String(10 + (index % 90))}`;
const taxId = () => String(randomInt(100_000_000, 1_000_000_000));

function pick<T>(list: readonly [T, ...T[]] | readonly T[], index: number): T {
  const picked = list[index % list.length];
  if (picked === undefined) throw new RangeError('The list is empty');
  return picked;
}

/** A document to send, with unique bytes. */
export interface GeneratedDocument {
  readonly bytes: Buffer;
  readonly sent: SentDocument;
}

export function makeDocument(index: number, bytes: { readonly from: number; readonly to: number }): GeneratedDocument {
  const size = randomInt(bytes.from, bytes.to);
  return index % 3 === 0 ? describe(`list-${index}.csv`, csv(size)) : describe(`proof-${index}.pdf`, pdf(size));
}

function pdf(size: number): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${randomBytes(size / 2).toString('hex')}\n%%EOF\n`);
}

function csv(size: number): Buffer {
  const line = () => `${randomBytes(8).toString('hex')},${randomInt(1_000_000)},some words\n`;
  return Buffer.from(`name,number,remark\n${Array.from({ length: Math.ceil(size / 34) }, line).join('')}`);
}

function describe(name: string, bytes: Buffer): GeneratedDocument {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sent: { name, size: bytes.length, sha256, isSent: false, isAnswered: false } };
}
