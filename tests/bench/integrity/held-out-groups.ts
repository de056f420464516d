import {
  atHour,
  arrivalTimes,
  day,
  type Filing,
  filePerson,
  highRanges,
  inventRange,
  minute,
  momentInPeriod,
} from './filings.ts';
import { pickRareSurname } from './frequent-names.ts';
import { pickForm, prepare } from './honest-population.ts';
import type { Inventor } from './inventor.ts';
import { addressNear, type Behavior, inventAddress, inventBrowser } from './observe-filing.ts';
import { inventStyle, pickFreeProvider, plain } from './people.ts';

// Attackers and honest groups for which no signal and no points were chosen.

/** Colleagues file from one network in a lunch break, with mailboxes of their employer. */
export function colleagues(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = pickForm(inventor);
  const domain = `${plain(pickRareSurname(random))}${random.pick(['works', 'county', 'hospital', 'school'])}.org`;
  const [place, address] = [people.pickPlace(), inventAddress(random)];
  const noon = atHour(momentInPeriod(random, form), 12);
  return Array.from({ length: inventor.size(8, 60) }, () => {
    const worker = people.inventPerson(people.inventHome(place));
    const local = `${plain(worker.firstName)}.${plain(worker.lastName)}`;
    const person = { ...worker, email: random.chance(0.7) ? `${local}@${domain}` : worker.email };
    const prepared = prepare(inventor, person, form);
    const at = noon + random.integer(0, 3) * day + random.integer(0, 75) * minute;
    return filePerson(random, person, { ...prepared, at, origin: { ...prepared.origin, address } });
  });
}

/** A report on television: hundreds of people within minutes. */
export function newsReport(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const form = 'individual';
  const at = atHour(momentInPeriod(random, form), 18.6);
  return Array.from({ length: inventor.size(60, 250) }, () => {
    const person = people.inventPerson();
    const highest = random.chance(0.1) ? { range: random.pick(highRanges) } : {};
    return filePerson(random, person, {
      ...prepare(inventor, person, form),
      ...highest,
      at: at + Math.round(random.exponential(14 * minute)),
    });
  });
}

/** Workers who are paid for each claim and follow a guide, on many phones of a few networks. */
export function clickFarm(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const networks = Array.from({ length: random.integer(1, 3) }, () => inventAddress(random));
  const phones = Array.from({ length: random.integer(10, 40) }, () => inventBrowser(random));
  const ranges = random.chance(0.5) ? highRanges.slice(0, 1) : highRanges.slice(0, 2);
  const clearsCookies = random.chance(0.5);
  const domains = random.chance(0.5) ? ['gmail.com'] : ['gmail.com', 'outlook.com', 'yahoo.com'];
  const start = atHour(momentInPeriod(random, 'individual'), 2);
  return Array.from({ length: inventor.size(30, 250) }, () => {
    const worker = people.inventPerson();
    const letters = `${plain(worker.firstName)}${plain(worker.lastName)}${random.integer(10, 9_999)}`;
    const behavior: Behavior = random.pick(['typed', 'pasted', 'pasted'] as const);
    return filePerson(
      random,
      { ...worker, email: `${letters}@${random.pick(domains)}` },
      {
        form: 'individual',
        at: start + random.integer(0, 3) * day + random.integer(0, 9 * 60) * minute,
        style: inventStyle(random),
        behavior,
        origin: {
          address: addressNear(random, random.pick(networks)),
          browser: clearsCookies ? inventBrowser(random) : random.pick(phones),
        },
        range: random.pick(ranges),
      },
    );
  });
}

/** Invented people at a few private mailboxes, to which checks are sent. */
export function mailDrop(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const drops = Array.from({ length: random.integer(1, 3) }, () => ({ ...people.inventHome(), unit: undefined }));
  const unit = random.pick(['#', 'PMB ', 'Ste ', '']);
  const arrival = arrivalTimes(random, 'individual');
  const provider = pickFreeProvider(random);
  return Array.from({ length: inventor.size(15, 120) }, () => {
    const number = random.integer(100, 399);
    const person = people.inventPerson({
      ...random.pick(drops),
      unit: unit === '' ? undefined : `${unit}${number}`,
    });
    const email = people.inventMailbox(person.firstName, person.lastName, provider);
    return filePerson(
      random,
      { ...person, email },
      {
        form: 'individual',
        at: arrival(),
        style: inventStyle(random),
        gives: { phone: false },
        behavior: random.pick(['pasted', 'autofill', 'typed'] as const),
        origin: { address: inventAddress(random), browser: inventBrowser(random) },
        range: random.chance(0.7) ? random.pick(highRanges) : inventRange(random),
      },
    );
  });
}
