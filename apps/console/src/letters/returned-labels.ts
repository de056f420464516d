import type { AddressProblem, Returned, ReturnReason } from '@redress/contract/console/letter-batches';
import { apiQuery } from '../api/api-client.ts';

export const returnReasonLabels: Readonly<Record<ReturnReason | 'bounced', string>> = {
  moved: 'Moved, no forwarding address',
  'forwarding-address': 'Moved, forwarding address given',
  unknown: 'Unknown at this address',
  'insufficient-address': 'Insufficient address',
  refused: 'Refused',
  'deceased-or-other': 'Deceased, or another reason',
  bounced: 'The email bounced',
};

const causes: Readonly<Record<string, string>> = returnReasonLabels;

/** Why a letter came back: a reason of the mailroom, or what a mail server answered. */
export const describeCause = (cause: string): string => (causes[cause] ?? cause.replaceAll('-', ' ')).toLowerCase();

export const outcomeTexts: Readonly<Record<Returned['outcome'], string>> = {
  'mailed-again': 'Queued again to another address',
  'needs-address': 'Waiting for another address',
  undeliverable: 'Undeliverable: nothing more is mailed',
  'not-needed': 'Not mailed again: the claimant has answered, or a later decision counts',
  'returned-before': 'Already recorded',
};

export const addressProblemLabels: Readonly<Record<AddressProblem, string>> = {
  'no-zip': 'No ZIP code at the end',
  'too-many-lines': 'Too many lines',
  'line-too-long': 'A line is too long',
};

export const returnedQuery = apiQuery(['returned-letters'], 'GET /returned-letters');
export const batchesQuery = apiQuery(['letter-batches'], 'GET /letter-batches');
export const bouncesQuery = apiQuery(['bounces'], 'GET /bounces');
