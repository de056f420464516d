import type { ClaimFeatures } from './claim-features.ts';
import type { NameLevel } from './compare-claims.ts';
import { isMadeOfName, type Mailbox } from './parse-email-and-phone.ts';
import type { Name } from './parse-name.ts';

/** Another claim from the same house, with the same last name. */
export interface Relative {
  readonly name: Name;
  readonly mailbox?: Mailbox | undefined;
  readonly comparison: { readonly given: NameLevel };
}

/**
 * Families share a mailbox or have one each, but do not use this many made from one member's name.
 */
const least = { spellings: 3, names: 3 };

/**
 * Finds different mailboxes of one house that are all made from the same person's first name:
 * `roger.lee@`, `rogerlee4@`, `rlee@`, given by Roger, Thomas and Kevin Lee. Returns the number of
 * spellings and of first names that use them; undefined for a claim whose own name is in its
 * mailbox.
 */
export function findSpellings(
  { name, mailbox }: Pick<ClaimFeatures, 'name' | 'mailbox'>,
  relatives: readonly Relative[],
): { readonly spellings: number; readonly names: number } | undefined {
  if (!mailbox || isMadeOfName(mailbox, name)) return undefined;
  const found = relatives
    .filter(({ name: owner, comparison }) => comparison.given === 'different' && isMadeOfName(mailbox, owner))
    .map(({ name: owner }) => countSpellings(owner, [{ name, mailbox }, ...relatives]))
    .filter(({ spellings, names }) => spellings >= least.spellings && names >= least.names);
  return found.toSorted((a, b) => b.spellings - a.spellings || b.names - a.names)[0];
}

function countSpellings(owner: Name, claims: readonly Pick<Relative, 'name' | 'mailbox'>[]) {
  const using = claims.flatMap(({ name, mailbox }) => {
    if (!mailbox || !isMadeOfName(mailbox, owner)) return [];
    const isOwn = name.given !== owner.given && isMadeOfName(mailbox, name);
    return isOwn ? [] : [{ given: name.given, spelling: mailbox.spelling }];
  });
  return {
    spellings: new Set(using.map(({ spelling }) => spelling)).size,
    names: new Set(using.map(({ given }) => given)).size,
  };
}
