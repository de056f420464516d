import { plainLetters } from '@redress/content/demo/invent-people';
import { atHour, day, type Filing, highRanges, type Inventor, inventRange, minute } from './filings.ts';
import { pickRareSurname, pickSurname } from '@redress/content/demo/frequent-names';
import { liveTogether, pickForm, prepare } from './honest-population.ts';
import { inventAddress, inventBrowser } from './observe-filing.ts';
import type { Behavior } from '@redress/content/demo/invent-visits';
import { inventStyle, type Person, pickFreeProvider } from './people.ts';

// Honest people whose claims resemble those of a campaign.

/** Two to six people of one home file on one evening, some with one phone, mailbox and browser. */
export function household(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const first = people.inventPerson();
  const members = liveTogether(inventor, first, random.integer(2, 6));
  const [onePhone, oneMailbox, oneBrowser] = [random.chance(0.6), random.chance(0.35), random.chance(0.7)];
  const hasJunior = random.chance(0.15);
  const [origin, behavior] = [inventor.inventOrigin(), random.pick(['typed', 'autofill'] as const)];
  const oneRange = random.chance(0.5) ? inventRange(random) : undefined;
  let at = inventor.arrivalTimes(form)();
  return members.map((other, index) => {
    at += index === 0 ? 0 : random.integer(3, 25) * minute;
    const isJunior = hasJunior && index === 1;
    const person = {
      ...other,
      ...(isJunior && { firstName: first.firstName, lastName: `${first.lastName} Jr.` }),
      ...(onePhone && { phone: first.phone }),
      ...(oneMailbox && { email: first.email }),
    };
    const prepared = prepare(inventor, person, form);
    const together = { ...(oneBrowser && { origin }), ...(random.chance(0.8) && { behavior }) };
    return inventor.file(person, { ...prepared, ...together, ...(oneRange && { range: oneRange }), at });
  });
}

/** One helper files for the residents of a nursing home, on several afternoons. */
export function nursingHome(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = random.chance(0.6) ? 'individual' : 'consumer';
  const home = { ...people.inventHome(), unit: undefined };
  const hasRooms = random.chance(0.6);
  const helper = people.inventPerson();
  const [namesHelper, hasMailboxes] = [random.chance(0.6), random.chance(0.3)];
  const domain = `${plainLetters(pickRareSurname(random))}care.org`;
  const office = `info@${domain}`;
  const phone = people.inventPhone(home.state);
  const [origin, style] = [inventor.inventOrigin(), inventStyle(random)];
  const behavior: Behavior = random.pick(['typed', 'pasted', 'autofill'] as const);
  const perDay = random.integer(5, 14);
  let at = atHour(inventor.momentInPeriod(form), 13.5);
  return Array.from({ length: inventor.size(10, 45) }, (_, index) => {
    at =
      index > 0 && index % perDay === 0
        ? atHour(at + random.integer(1, 3) * day, 13.5)
        : at + random.integer(6, 22) * minute;
    const resident = people.inventPerson(
      { ...home, unit: hasRooms ? `Room ${100 + index}` : undefined },
      pickSurname(random),
      'en',
    );
    const person = {
      ...resident,
      email: hasMailboxes ? resident.email : office,
      phone: random.chance(0.85) ? phone : resident.phone,
    };
    return inventor.file(person, {
      ...prepare(inventor, person, form),
      at,
      style,
      behavior,
      origin,
      files: [],
      representative: namesHelper ? `${helper.firstName} ${helper.lastName}` : undefined,
    });
  });
}

/** Many people at the few computers of a library on one day, with somebody who translates. */
export function libraryDay(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const place = people.pickPlace();
  const zips = [people.inventZip(place), people.inventZip(place), people.inventZip(place)];
  const computers = Array.from({ length: random.integer(1, 4) }, () => ({ browser: inventBrowser(random), free: 0 }));
  const clearsCookies = random.chance(0.5);
  const address = inventAddress(random);
  const translator = people.inventPerson();
  const [namesTranslator, lendsMailbox] = [random.chance(0.25), random.chance(0.2)];
  const opens = atHour(inventor.momentInPeriod(form), 10);
  const range = random.chance(0.4) ? inventRange(random) : undefined;
  return Array.from({ length: inventor.size(12, 50) }, () => {
    const computer = computers.reduce((one, other) => (other.free < one.free ? other : one));
    computer.free = Math.max(computer.free, opens) + random.integer(7, 25) * minute;
    const visitor = people.inventPerson(
      { ...people.inventHome(place), ...random.pick(zips) },
      pickSurname(random),
      random.chance(0.7) ? 'es' : 'en',
    );
    const newMailbox = `${plainLetters(visitor.firstName)}.${plainLetters(visitor.lastName)}${random.integer(1_000, 9_999)}@${pickFreeProvider(random)}`;
    const person = {
      ...visitor,
      email: lendsMailbox && random.chance(0.4) ? translator.email : random.chance(0.3) ? newMailbox : visitor.email,
    };
    return inventor.file(person, {
      ...prepare(inventor, person, form),
      at: computer.free,
      behavior: random.chance(0.9) ? 'typed' : 'pasted',
      files: [],
      origin: { address, browser: clearsCookies ? inventBrowser(random) : computer.browser },
      ...(random.chance(0.6) && range && { range }),
      representative: namesTranslator ? `${translator.firstName} ${translator.lastName}` : undefined,
    });
  });
}

/** A person whose browser does not behave as most. */
const oneWith =
  (behavior: Behavior) =>
  (inventor: Inventor): Filing[] => {
    const form = pickForm(inventor);
    const person = inventor.people.inventPerson();
    return [inventor.file(person, { ...prepare(inventor, person, form), behavior, at: inventor.arrivalTimes(form)() })];
  };
export const withoutScript = oneWith('no-script');
export const dictation = oneWith('dictated');
export const autofill = oneWith('autofill');
export const formFiller = oneWith('extension');

/** Files again after moving or marrying, because the first claim has an old name or address. */
export function movedOrMarried(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const person = people.inventPerson();
  const marries = random.chance(0.5);
  const later: Person = {
    ...person,
    ...(marries
      ? { lastName: random.chance(0.3) ? `${person.lastName}-${pickSurname(random)}` : pickSurname(random) }
      : people.inventHome()),
  };
  const prepared = prepare(inventor, person, form);
  const at = inventor.arrivalTimes(form)();
  return [
    inventor.file(person, { ...prepared, at }),
    inventor.file(later, {
      ...prepared,
      ...(random.chance(0.4) && { origin: inventor.inventOrigin() }),
      noticeId: form === 'consumer' || random.chance(0.6) ? prepared.noticeId : undefined,
      at: at + random.integer(10, 70) * day,
    }),
  ];
}

/** Mailboxes that hide the real one, and networks that hide the address. */
export function privacyRelay(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const person = people.inventPerson();
  const letters = Array.from({ length: 10 }, () => random.pick('abcdefghjkmnpqrstvwxyz23456789'.split(''))).join('');
  const email = random.chance(0.7) ? `${letters}@privaterelay.appleid.com` : `${letters}@duck.com`;
  // Relays have few addresses.
  const address = `104.28.${random.integer(1, 3)}.${random.integer(1, 40)}`;
  return [
    inventor.file(
      { ...person, email },
      {
        ...prepare(inventor, person, form),
        at: inventor.arrivalTimes(form)(),
        origin: { address, browser: inventBrowser(random), networkKind: 'relay', claimsChrome: false },
      },
    ),
  ];
}

/** An apartment house, a dormitory, a shelter: one address, often without a unit, and one network. */
export function sharedAddress(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const home = { ...people.inventHome(), unit: undefined };
  const form = pickForm(inventor);
  const arrival = inventor.arrivalTimes(form);
  const address = inventAddress(random);
  const [sharesNetwork, unitShare] = [random.chance(0.5), random.pick([0, 0.3, 0.8])];
  return Array.from({ length: inventor.size(4, 30) }, () => {
    const unit = random.chance(unitShare) ? `Apt ${random.integer(1, 90)}` : undefined;
    const person = people.inventPerson({ ...home, unit });
    const prepared = prepare(inventor, person, form);
    const origin = sharesNetwork ? { ...prepared.origin, address } : prepared.origin;
    return inventor.file(person, { ...prepared, origin, at: arrival() });
  });
}

/** Boxes of one post office, and people without a home who get their mail there. */
export function postOfficeBoxes(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const arrival = inventor.arrivalTimes(form);
  const home = people.inventHome();
  const prefix = random.pick(['PO Box', 'P.O. Box', 'Box']);
  const isGeneralDelivery = random.chance(0.2);
  return Array.from({ length: inventor.size(3, 15) }, () => {
    const street = isGeneralDelivery ? 'General Delivery' : `${prefix} ${random.integer(1, 2_400)}`;
    const person = people.inventPerson({ ...home, street, unit: undefined });
    return inventor.file(person, { ...prepare(inventor, person, form), at: arrival() });
  });
}

// No signal and no points were chosen for the two below.

/** Colleagues file from one network in a lunch break, with mailboxes of their employer. */
export function colleagues(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const domain = `${plainLetters(pickRareSurname(random))}${random.pick(['works', 'county', 'hospital', 'school'])}.org`;
  const [place, address] = [people.pickPlace(), inventAddress(random)];
  const noon = atHour(inventor.momentInPeriod(form), 12);
  return Array.from({ length: inventor.size(8, 60) }, () => {
    const worker = people.inventPerson(people.inventHome(place));
    const local = `${plainLetters(worker.firstName)}.${plainLetters(worker.lastName)}`;
    const person = { ...worker, email: random.chance(0.7) ? `${local}@${domain}` : worker.email };
    const prepared = prepare(inventor, person, form);
    const at = noon + random.integer(0, 3) * day + random.integer(0, 75) * minute;
    return inventor.file(person, { ...prepared, at, origin: { ...prepared.origin, address } });
  });
}

/** A report on television: hundreds of people within minutes. */
export function newsReport(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = 'individual';
  const at = atHour(inventor.momentInPeriod(form), 18.6);
  return Array.from({ length: inventor.size(60, 250) }, () => {
    const person = people.inventPerson();
    const highest = random.chance(0.1) ? { range: random.pick(highRanges) } : {};
    return inventor.file(person, {
      ...prepare(inventor, person, form),
      ...highest,
      at: at + Math.round(random.exponential(14 * minute)),
    });
  });
}
