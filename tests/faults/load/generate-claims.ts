import { settlement } from '@redress/content/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { answersOf, contactOf } from '../../bench/answers.ts';
import { memberOf } from '../environment/shared-parts.ts';
import type { SentDocument } from './unreliable-request.ts';

export interface GeneratedClaim {
  readonly form: ClaimForm;
  /** The answers must be stored as sent, because none of them needs normalizing. */
  readonly answers: AnyAnswers;
  readonly email: string;
  readonly member?: { readonly noticeId: string; readonly uniqueId: string };
}

function newestOf(resource: string): ClaimForm {
  const form = settlement.claimForms.findLast((candidate) => candidate.resource === resource);
  if (form === undefined) throw new Error(`No form is filed at ${resource}`);
  return form;
}

/** Each claim differs from all others in every answer that can. */
export function makeClaim(index: number): GeneratedClaim {
  const make = [company, agent, individual, consumer][index % 5] ?? consumer;
  return make(index);
}

function consumer(index: number): GeneratedClaim {
  const varied = { classMemberConfirmation: index % 2 === 0, totalNumOfPrescriptions: String(1 + index) };
  const answers = { ...answersOf(index), ...varied };
  return { form: newestOf('ConsumerClaimants'), answers, email: answers.email, member: memberOf(index) };
}

function payor(index: number, { who, ...more }: { readonly who: string } & AnyAnswers): GeneratedClaim {
  const { name, address, phone1, amount } = contactOf(index);
  const email = `${who}.${index}@example.com`;
  const answers = {
    ...more,
    ...address,
    contactName: name,
    street2: `Floor ${10 + index}`,
    phone1,
    emailAddress: email,
    repealerStateTotalAmountPaid: amount,
    classMemberConfirmation: true,
    signature: name,
    positionTitle: 'Benefits manager',
  };
  return { form: newestOf('TppClaimants'), answers, email };
}

const company = (index: number) =>
  payor(index, {
    who: 'plan',
    optSectionRadio: 'Company',
    filerType: 'Company',
    healthPlanCompanyName: `Larkmoor Health Plan ${index}`,
    tin: taxId(),
    otherNames: `Larkmoor HMO ${index}, ${taxId()}`,
    companyHealthType: 'Other',
    otherCompanyHealthType: 'Church plan',
  });

const agent = (index: number) =>
  payor(index, {
    who: 'agent',
    optSectionRadio: 'Agent',
    filerType: 'Agent',
    relationshipType: 'Other',
    otherRelationshipType: 'Recovery service',
    agentsCompanyName: `Harbor Recovery ${index}`,
    agentsTin: taxId(),
    classMembers: Array.from({ length: 1 + (index % 40) }, (_, row) => ({
      classMemberName: `Plan ${index} of row ${row}`,
      classMemberFEIN: taxId(),
    })),
  });

function individual(index: number): GeneratedClaim {
  const { name, address, phone1 } = contactOf(index);
  const email = `member.${index}@example.com`;
  const answers = {
    noticeId: String(300_000_000 + index),
    name1: name,
    ...address,
    phone1,
    email,
    excludedAcknowledgement: true,
    outOfpocketExpensePaid: '$501-$1,000',
    signature: name,
  };
  return { form: newestOf('IndividualClaimants'), answers, email };
}

const taxId = () => String(randomInt(100_000_000, 1_000_000_000));

/** Each document has unique bytes. */
export interface GeneratedDocument {
  readonly bytes: Buffer;
  readonly sent: SentDocument;
}

export function makeDocument(index: number, bytes: { readonly from: number; readonly to: number }): GeneratedDocument {
  const size = randomInt(bytes.from, bytes.to);
  return index % 3 === 0 ? describe(`list-${index}.csv`, csv(size)) : describe(`proof-${index}.pdf`, pdf(size));
}

function pdf(size: number): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${randomBytes(size / 2).toString('hex')}\nendobj\n%%EOF\n`);
}

function csv(size: number): Buffer {
  const line = () => `${randomBytes(8).toString('hex')},${randomInt(1_000_000)},some words\n`;
  return Buffer.from(`name,number,remark\n${Array.from({ length: Math.ceil(size / 34) }, line).join('')}`);
}

function describe(name: string, bytes: Buffer): GeneratedDocument {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sent: { name, size: bytes.length, sha256, isSent: false, isAnswered: false } };
}
