import type { InventedMember } from '@redress/contract/demonstration';
import type { Person } from './invent-people.ts';
import type { Random } from './random.ts';

/** Each demonstration numbers its notices within one range. */
export const noticesPerRange = 1_000_000;
const firstRange = 200;
const ranges = 700;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A class member who received a notice by mail. */
export type MailedPerson = Person & Pick<InventedMember, 'noticeId' | 'uniqueId' | 'caseId'>;

/** Gives people the IDs of their notices, ascending with gaps. */
export function noticeMailer(random: Random, range: number, notices: number) {
  const gap = Math.floor(noticesPerRange / notices);
  let position = (firstRange + (range % ranges)) * noticesPerRange;
  return (person: Person, caseId: string): MailedPerson => {
    const noticeId = String(position + random.integer(0, gap - 1));
    position += gap;
    const uniqueId = Array.from({ length: 8 }, () => letters[random.integer(0, letters.length - 1)]).join('');
    return { ...person, noticeId, uniqueId, caseId };
  };
}

/** A person's row in the list of class members, which has no email address. */
export function memberOf({ email: _email, language: _language, ...member }: MailedPerson): InventedMember {
  return member;
}
