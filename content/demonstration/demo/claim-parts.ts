import type { InventedClaim, InventedVisit } from '@redress/contract/demonstration';
import { formatPhone, type Person } from './invent-people.ts';
import type { Random } from './random.ts';

export type Filer = Person & { readonly phone: string | undefined };

/** A claim without a key. Without a visit, it is filed the way most people file. */
export type ClaimDraft = Omit<InventedClaim, 'idempotencyKey' | 'visit'> & { readonly visit?: InventedVisit };

const maxNameLength = 50;

/** Most people write their name as printed on the notice. */
export function nameOf(random: Random, { firstName, lastName }: Person): string {
  const name = `${firstName} ${lastName}`;
  const variant = random.pickWeighted([
    [name, 88],
    [name.toUpperCase(), 4],
    [`${firstName} ${random.pick('ABCDEHJLMRT'.split(''))}. ${lastName}`, 6],
    [name.toLowerCase(), 2],
  ]);
  return variant.slice(0, maxNameLength);
}

export const signedBy = (name: string) => ({ name1: name, signature: name });

/** The address, phone number and email address, by field name. */
export function contactOf(random: Random, { street, city, state, zip, phone, email }: Filer) {
  return {
    street1: street,
    city,
    state,
    zip,
    ...(phone !== undefined && { phone1: formatPhone(random, phone) }),
    ...(email !== undefined && { email }),
  };
}
