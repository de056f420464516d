import { consumerClaim } from '@redress/content/demo/consumer-claims';
import type { ClaimDraft } from '@redress/content/demo/claim-parts';
import { individualClaim } from '@redress/content/demo/individual-claims';
import { type Person, peopleInventor } from '@redress/content/demo/invent-people';
import { payorInventor } from '@redress/content/demo/payor-claims';
import { createRandom } from '@redress/content/demo/random';

const claimedMonths = 2;
const suspectedShare = 0.004;
const individualEvery = 5;
const payorEvery = 50;
const sameNoticeEvery = 100;

/** The kind of the claim with this ID, so that benches know what they look for. */
export function kindOfClaim(id: number): 'payor' | 'individual' | 'consumer' {
  if (id % payorEvery === 13) return 'payor';
  return id % individualEvery === 2 ? 'individual' : 'consumer';
}

/** The ID of the claim whose notice was used: some people file twice. */
export function noticeOfClaim(id: number): number {
  return id % sameNoticeEvery === 1 && id > 1 ? id - 1 : id;
}

/** The login of the class member who got the notice with this number. */
export function idsOfClaim(id: number) {
  const notice = noticeOfClaim(id);
  return {
    noticeId: String(100_000_000 + notice),
    uniqueId: `G${notice.toString(36).toUpperCase().padStart(7, '0')}`,
  };
}

export type InventedFiler = Person & { readonly phone: string | undefined };
export type InventedDraft = ClaimDraft & { readonly suspectedMachine: boolean };

/** Invents people and what they file, in the same order for the same seed. */
export function filerInventor(seed: string) {
  const random = createRandom(seed);
  const people = peopleInventor(random);
  const claimPayor = payorInventor(random, people);
  const waiting: Person[] = [];

  function inventPerson(): InventedFiler {
    if (waiting.length === 0) waiting.push(...people.inventHousehold());
    const person = waiting.pop();
    if (!person) throw new Error('A household has at least one person');
    const digits = (count: number) => String(random.integer(0, 10 ** count - 1)).padStart(count, '0');
    // All numbers are in the 555 exchange, which has no subscribers.
    const phone = random.chance(0.75) ? `${random.integer(201, 989)}555${digits(4)}` : undefined;
    return { ...person, phone };
  }

  return {
    inventPerson,
    inventClaim(id: number, person: InventedFiler, filedAt: Date): InventedDraft {
      const suspectedMachine = random.chance(suspectedShare);
      const { noticeId } = idsOfClaim(id);
      const kind = kindOfClaim(id);
      if (kind === 'payor') return { ...claimPayor(filedAt), suspectedMachine };
      if (kind === 'individual')
        return { ...individualClaim(random, person, filedAt, noticeId, id), suspectedMachine: false };
      return { ...consumerClaim(random, { ...person, noticeId }, filedAt), suspectedMachine };
    },
  };
}

/** Claims arrive evenly over two months, the last ones two days after the deadline. */
export function filingTime(deadline: string, share: number): Date {
  const last = Date.parse(deadline) + 2 * 24 * 60 * 60 * 1_000;
  return new Date(Math.round(last - (1 - share) * claimedMonths * 30 * 24 * 60 * 60 * 1_000));
}
