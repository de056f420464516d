import { plainLetters } from '@redress/content/demo/invent-people';
import { pickRareSurname, pickSurname } from '@redress/content/demo/frequent-names';
import type { Behavior } from '@redress/content/demo/invent-visits';
import { pickForm, prepare } from './honest-population.ts';
import { atHour, day, type Filing, minute, type PersonForm, type Range, type World } from './world.ts';
import { dottedName, fullName, withoutUnit } from './write-otherwise.ts';

// These honest people file claims that resemble those of a campaign.

const ofRange = (form: PersonForm, range: Range) => ({
  answers: form === 'individual' ? { outOfpocketExpensePaid: range } : {},
});

/** Two to six people of one home file on one evening. Some share a phone, mailbox and browser. */
export function household(world: World): Filing[] {
  const { random } = world;
  const form = pickForm(world);
  const first = world.inventFiler();
  const members = [first];
  const count = random.integer(2, 6);
  while (members.length < count) {
    const { lastName, ...person } = world.inventFiler(first, first.language);
    const other = { ...person, lastName: random.chance(0.85) ? first.lastName : lastName };
    if (!members.some(({ firstName }) => firstName === other.firstName)) members.push(other);
  }
  const [onePhone, oneMailbox, oneBrowser] = [random.chance(0.6), random.chance(0.35), random.chance(0.7)];
  const hasJunior = random.chance(0.15);
  const [origin, behavior] = [world.origin(), random.pick(['typed', 'autofill'] as const)];
  const [oneRange, range] = [random.chance(0.5), world.range()];
  const shared = { ...(oneBrowser && { origin }), ...(oneRange && ofRange(form, range)) };
  let at = world.arrival(form);
  return members.map((other, index) => {
    at += index === 0 ? 0 : random.integer(3, 25) * minute;
    const isJunior = hasJunior && index === 1;
    const person = {
      ...other,
      ...(isJunior && { firstName: first.firstName, lastName: `${first.lastName} Jr.` }),
      ...((onePhone || random.chance(0.35)) && { phone: first.phone }),
      ...((oneMailbox || random.chance(0.2)) && { email: first.email }),
    };
    const prepared = prepare(world, person, form);
    return world.file(person, { ...prepared, ...shared, ...(random.chance(0.8) && { behavior }), at });
  });
}

/** One helper files for the residents of a nursing home, on several afternoons. */
export function nursingHome(world: World): Filing[] {
  const { random, people } = world;
  const form = random.chance(0.6) ? 'individual' : 'consumer';
  const home = people.inventHome();
  const street = withoutUnit(home.street);
  const hasRooms = random.chance(0.6);
  const helper = world.inventFiler();
  const answers = random.chance(0.6) ? { name2: fullName(helper) } : {};
  const hasMailboxes = random.chance(0.3);
  const office = `info@${plainLetters(pickRareSurname(random))}care.org`;
  const phone = people.phoneIn(home.state);
  const origin = world.origin();
  const behavior: Behavior = random.pick(['typed', 'pasted', 'autofill'] as const);
  const perDay = random.integer(5, 14);
  let at = atHour(world.momentInPeriod(form), 13.5);
  return world.fileSeveral(10, 45, (index) => {
    at =
      index > 0 && index % perDay === 0
        ? atHour(at + random.integer(1, 3) * day, 13.5)
        : at + random.integer(6, 22) * minute;
    const room = hasRooms ? `${street} Room ${100 + index}` : street;
    const resident = world.inventFiler({ ...home, street: room }, 'en');
    const email = hasMailboxes ? resident.email : office;
    const person = { ...resident, email, phone: random.chance(0.85) ? phone : resident.phone };
    return world.file(person, { ...prepare(world, person, form), at, behavior, origin, uploads: [], answers });
  });
}

/** Many people file at the few computers of a library on one day, with a translator. */
export function libraryDay(world: World): Filing[] {
  const { random, people } = world;
  const form = pickForm(world);
  const homes = [people.inventHome()];
  while (homes.length < 3) homes.push(people.inventHome(homes[0]?.state));
  const first = world.origin();
  const computers = Array.from({ length: random.integer(1, 4) }, () => ({ browser: world.browser(), free: 0 }));
  const clearsCookies = random.chance(0.5);
  const translator = world.inventFiler();
  const [namesTranslator, lendsMailbox] = [random.chance(0.25), random.chance(0.2)];
  const opens = atHour(world.momentInPeriod(form), 10);
  const [oneRange, range] = [random.chance(0.4), world.range()];
  return world.fileSeveral(12, 50, () => {
    const computer = computers.reduce((one, other) => (other.free < one.free ? other : one));
    computer.free = Math.max(computer.free, opens) + random.integer(7, 25) * minute;
    const { city, state, zip } = random.pick(homes);
    const home = { ...people.inventHome(state), city, zip };
    const visitor = world.inventFiler(home, random.chance(0.7) ? 'es' : 'en');
    const newMailbox = `${dottedName(visitor)}${random.integer(1_000, 9_999)}@${world.freeProvider()}`;
    const ownMailbox = () => (random.chance(0.3) ? newMailbox : visitor.email);
    const person = { ...visitor, email: lendsMailbox && random.chance(0.4) ? translator.email : ownMailbox() };
    const prepared = prepare(world, person, form);
    const behavior = random.chance(0.9) ? 'typed' : 'pasted';
    const origin = { ...first, browser: clearsCookies ? world.browser() : computer.browser };
    const answers = {
      ...(oneRange && random.chance(0.6) && ofRange(form, range).answers),
      ...(namesTranslator && { name2: fullName(translator) }),
    };
    return world.file(person, { ...prepared, at: computer.free, behavior, uploads: [], origin, answers });
  });
}

/** The person's browser does not behave like most. */
export const oneWith =
  (behavior: Behavior) =>
  (world: World): Filing[] => {
    const form = pickForm(world);
    const person = world.inventFiler();
    return [world.file(person, { ...prepare(world, person, form), behavior, at: world.arrival(form) })];
  };

/** A person files again after moving or marrying, because the first claim has old data. */
export function movedOrMarried(world: World): Filing[] {
  const { random, people } = world;
  const form = pickForm(world);
  const person = world.inventFiler();
  const { lastName } = person;
  const married = () => (random.chance(0.3) ? `${lastName}-${pickSurname(random)}` : pickSurname(random));
  const later = { ...person, ...(random.chance(0.5) ? { lastName: married() } : people.inventHome()) };
  const prepared = prepare(world, person, form);
  const at = world.arrival(form);
  return [
    world.file(person, { ...prepared, at }),
    world.file(later, {
      ...prepared,
      ...(random.chance(0.4) && { origin: world.origin() }),
      noticeId: form === 'consumer' || random.chance(0.6) ? prepared.noticeId : undefined,
      at: at + random.integer(10, 70) * day,
    }),
  ];
}

/** These mailboxes hide the real one, and networks hide the IP address. */
export function privacyRelay(world: World): Filing[] {
  const { random } = world;
  const form = pickForm(world);
  const filer = world.inventFiler();
  const letters = Array.from({ length: 10 }, () => random.pick('abcdefghjkmnpqrstvwxyz23456789'.split(''))).join('');
  const host = random.chance(0.7) ? 'privaterelay.appleid.com' : 'duck.com';
  const person = { ...filer, email: `${letters}@${host}` };
  const relay = world.origin();
  // Relays have few addresses.
  const address = `2001:db8:0:${random.integer(1, 120).toString(16)}::1`;
  const origin = { ...relay, address, network: 'relay' } as const;
  return [world.file(person, { ...prepare(world, person, form), at: world.arrival(form), origin })];
}

/** An apartment house or shelter has one address, often without a unit, and one network. */
export function sharedAddress(world: World): Filing[] {
  const { random, people } = world;
  const home = people.inventHome();
  const street = withoutUnit(home.street);
  const form = pickForm(world);
  const address = world.address();
  const [sharesNetwork, unitShare] = [random.chance(0.5), random.pick([0, 0.3, 0.8])];
  return world.fileSeveral(4, 30, () => {
    const unit = random.chance(unitShare) ? ` Apt ${random.integer(1, 90)}` : '';
    const person = world.inventFiler({ ...home, street: `${street}${unit}` });
    const prepared = prepare(world, person, form);
    const origin = sharesNetwork ? { ...prepared.origin, address } : prepared.origin;
    return world.file(person, { ...prepared, origin, at: world.arrival(form) });
  });
}

/**
 * People rent boxes of one post office, or get general delivery there because they have no home.
 */
export function postOfficeBoxes(world: World): Filing[] {
  const { random, people } = world;
  const form = pickForm(world);
  const home = people.inventHome();
  const prefix = random.pick(['PO Box', 'P.O. Box', 'Box']);
  const isGeneralDelivery = random.chance(0.2);
  return world.fileSeveral(3, 15, () => {
    const street = isGeneralDelivery ? 'General Delivery' : `${prefix} ${random.integer(1, 2_400)}`;
    const person = world.inventFiler({ ...home, street });
    return world.file(person, { ...prepare(world, person, form), at: world.arrival(form) });
  });
}

// The next two groups are held out: no signal and no points were chosen for them.

/** Colleagues file from one network during a lunch break, with mailboxes of their employer. */
export function colleagues(world: World): Filing[] {
  const { random, people } = world;
  const form = pickForm(world);
  const domain = `${plainLetters(pickRareSurname(random))}${random.pick(['works', 'county', 'hospital', 'school'])}.org`;
  const [{ state }, address] = [people.inventHome(), world.address()];
  const noon = atHour(world.momentInPeriod(form), 12);
  return world.fileSeveral(8, 60, () => {
    const worker = world.inventFiler(people.inventHome(state));
    const person = { ...worker, email: random.chance(0.7) ? `${dottedName(worker)}@${domain}` : worker.email };
    const prepared = prepare(world, person, form);
    const at = noon + random.integer(0, 3) * day + random.integer(0, 75) * minute;
    return world.file(person, { ...prepared, at, origin: { ...prepared.origin, address } });
  });
}

/** After a report on television, hundreds of people file within minutes. */
export function newsReport(world: World): Filing[] {
  const { random } = world;
  const form = 'individual';
  const at = atHour(world.momentInPeriod(form), 18.6);
  return world.fileSeveral(60, 250, () => {
    const person = world.inventFiler();
    const highest = random.chance(0.1) ? ofRange(form, world.highRange()) : {};
    const prepared = prepare(world, person, form);
    return world.file(person, { ...prepared, ...highest, at: at + Math.round(random.exponential(14 * minute)) });
  });
}
