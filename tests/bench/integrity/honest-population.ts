import type { Filer } from '@redress/content/demo/claim-parts';
import { day, type Filing, minute, type PersonForm, type World } from './world.ts';
import { mistype, otherFirstName, rewriteStreet, withoutUnit } from './write-otherwise.ts';

export const pickForm = ({ random }: World): PersonForm => (random.chance(0.55) ? 'individual' : 'consumer');

const withNoticeShare = 0.6;
const wrongDigitShare = 0.006;

/** All claims of a person have the same notice and browser. */
export function prepare(world: World, person: Filer, form: PersonForm) {
  const { random, mailTo } = world;
  const hasNotice = form === 'consumer' || random.chance(withNoticeShare);
  const mailed = hasNotice ? mailTo(person, form) : undefined;
  const isWrong = form === 'individual' && random.chance(wrongDigitShare);
  const noticeId = mailed !== undefined && isWrong ? `${mailed.slice(0, 8)}${(Number(mailed[8]) + 3) % 10}` : mailed;
  return { form, noticeId, origin: world.origin() };
}

/** One or several people of one home each file once. */
export function ordinaryHousehold(world: World): Filing[] {
  const { random, people } = world;
  const form = pickForm(world);
  let at = world.arrival(form);
  const origin = world.origin();
  return people.inventHousehold().map((person, index) => {
    if (index > 0) at = random.chance(0.6) ? at + random.integer(4, 200) * minute : world.arrival(form);
    const filer = { ...person, phone: people.phoneOf(person) };
    return world.file(filer, { ...prepare(world, filer, form), ...(random.chance(0.7) && { origin }), at });
  });
}

/** A person files twice, because the first claim was forgotten, wrong, or got no answer. */
export function doubleFiler(world: World): Filing[] {
  const { random, people } = world;
  const form = pickForm(world);
  const person = world.inventFiler();
  const prepared = prepare(world, person, form);
  const at = Math.min(world.arrival(form), world.arrival(form));
  const street = random.chance(0.08) ? withoutUnit(person.street) : rewriteStreet(random, person.street);
  const { firstName, lastName } = person;
  const again = {
    ...person,
    street: random.chance(0.08) ? mistype(random, street) : street,
    ...(random.chance(0.25) && { firstName: otherFirstName(random, firstName) }),
    ...(random.chance(0.15) && { email: people.inventMailbox(firstName, lastName, world.freeProvider()) }),
    ...(random.chance(0.1) && { phone: people.phoneIn(person.state) }),
  };
  const usesNotice = form === 'consumer' || random.chance(0.7);
  return [
    world.file(person, { ...prepared, at }),
    world.file(again, {
      ...prepared,
      noticeId: usesNotice ? prepared.noticeId : undefined,
      ...(random.chance(0.35) && { origin: world.origin() }),
      at: at + Math.round(random.exponential(9) * day) + 3 * minute,
    }),
  ];
}

/** A payor files for itself, or an agent files. */
export const ordinaryPayor = (world: World): Filing[] => [world.filePayor(world.arrival('consumer'))];
