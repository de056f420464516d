import type { Language } from '@redress/contract/language';
import { familyNames, spanishFamilyNames, spanishGivenNames, streetKinds, placeNames, unusualNames } from './names.ts';
import { pickFirstName, pickSurname } from './frequent-names.ts';
import { type Place, places } from './places.ts';
import type { Random } from './random.ts';

export interface Address {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}
export interface Person extends Address {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly language: Language;
}

const spanishShare = 0.09;
const unusualShare = 0.006;
/** The share of addresses with two to four people. */
const householdShare = 0.09;
const emailShare = 0.8;
const phoneShare = 0.72;

interface PeopleOptions {
  /** The relative frequency of a state, compared with its population. */
  readonly weightOf?: (state: string) => number;
  /**
   * Returns the host of the mailbox with this number. By default, every mailbox has a separate
   * host.
   */
  readonly mailHost?: (serial: number) => string;
  /**
   * Phone numbers for each area code. A hundred are reserved for fiction; the others must never be
   * called.
   */
  readonly phonesPerArea?: 100 | 10_000;
}

/** Invents people all over the country. */
export function peopleInventor(
  random: Random,
  { weightOf = () => 1, mailHost = mailHostOf, phonesPerArea = 100 }: PeopleOptions = {},
) {
  const weighted = places.map((place) => [place, place.population * weightOf(place.state)] as const);
  const takePhone = phoneBook(random, phonesPerArea);
  const phones = new Map<string, string | undefined>();
  let serial = 0;

  /** @param state the default is chosen at random */
  function inventHome(state?: string): Address {
    const place = places.find((each) => each.state === state) ?? random.pickWeighted(weighted);
    return { ...inventStreet(random), ...inventCity(random, place), state: place.state };
  }

  const languageIn = (state: string): Language =>
    random.chance(state === 'Puerto Rico' ? 0.9 : spanishShare) ? 'es' : 'en';

  function inventMailbox(firstName: string, lastName: string, host?: string): string {
    serial += 1;
    return emailOf(random, firstName, lastName, serial, host ?? mailHost(serial));
  }

  /** One person, or several with one address, most with one last name. */
  function inventHousehold(): Person[] {
    const address = inventHome();
    const language = languageIn(address.state);
    const count = random.chance(householdShare)
      ? random.pickWeighted([
          [2, 6],
          [3, 3],
          [4, 1],
        ])
      : 1;
    const [givenName, familyName] = inventName(random, language);
    const firstNames = new Set([givenName]);
    while (firstNames.size < count) firstNames.add(inventName(random, language)[0]);
    return [...firstNames].map((firstName, index) => {
      const lastName = index > 0 && random.chance(0.12) ? inventName(random, language)[1] : familyName;
      const email = random.chance(emailShare) ? inventMailbox(firstName, lastName) : undefined;
      return { ...address, firstName, lastName, email, language };
    });
  }

  function phoneIn(state: string): string | undefined {
    const areaCodes = places.find((place) => place.state === state)?.areaCodes;
    return areaCodes && takePhone(areaCodes);
  }

  return {
    inventHome,
    inventMailbox,
    inventHousehold,
    /** One person, in a new home or in the given one. */
    inventPerson(home = inventHome(), language = languageIn(home.state)): Person & { readonly email: string } {
      const [firstName, lastName] = inventName(random, language);
      return { ...home, firstName, lastName, email: inventMailbox(firstName, lastName), language };
    },
    /** People, whole households at a time. */
    inventPeople(count: number): Person[] {
      const people: Person[] = [];
      while (people.length < count) people.push(...inventHousehold());
      return people.slice(0, count);
    },
    /** The phone number of a household, if its members give one. Only people who file need one. */
    phoneOf({ street, zip, state }: Address): string | undefined {
      const home = `${street}, ${zip}`;
      if (!phones.has(home)) phones.set(home, random.chance(phoneShare) ? phoneIn(state) : undefined);
      return phones.get(home);
    },
    phoneIn,
    takePhone,
  };
}

function inventName(random: Random, language: Language): readonly [given: string, family: string] {
  if (random.chance(unusualShare)) return random.pick(unusualNames);
  if (language === 'es') {
    const family = random.pick(spanishFamilyNames);
    return [
      random.pick(spanishGivenNames),
      random.chance(0.35) ? `${family} ${random.pick(spanishFamilyNames)}` : family,
    ];
  }
  const family = random.chance(0.2) ? random.pick([...spanishFamilyNames, ...familyNames]) : pickSurname(random);
  const isDouble = random.chance(0.02) && !family.includes('-');
  return [pickFirstName(random), isDouble ? `${family}-${pickSurname(random)}` : family];
}

function inventStreet(random: Random): Pick<Address, 'street'> {
  const number = Math.ceil(random.logNormal(600, 1.3));
  const unit = random.chance(0.16) ? ` ${random.pick(['Apt. ', 'Unit ', '#', 'Apt. B'])}${random.integer(1, 40)}` : '';
  return { street: `${number} ${random.pick(placeNames)} ${random.pick(streetKinds)}${unit}` };
}

function inventCity(random: Random, { cities }: Place): Pick<Address, 'city' | 'zip'> {
  // The first city is the largest.
  const { name, zipPrefix } = random.pickWeighted(cities.map((city, index) => [city, 1 / (index + 1)] as const));
  const digits = (count: number) => String(random.integer(1, 10 ** count - 1)).padStart(count, '0');
  return { city: name, zip: `${zipPrefix}${digits(2)}${random.chance(0.12) ? `-${digits(4)}` : ''}` };
}

/**
 * Numbers of each area that no honest person gets: 0104, 0115, 0126, 0130, 0141, 0152 and others.
 */
const phonesLeft = 10;

/** The numbers 555-0100 to 555-0199 are unassigned in every area. Returns each once. */
function phoneBook(random: Random, numbers: 100 | 10_000): (areaCodes: readonly string[]) => string | undefined {
  const given = new Map<string, number>();
  const exchange = numbers === 100 ? '55501' : '555';
  return (areaCodes) => {
    const areaCode = random.pick(areaCodes);
    const count = given.get(areaCode) ?? 0;
    given.set(areaCode, count + 1);
    // 37 has no factor in common with 100 and 10,000, so all numbers occur, in no visible order.
    const last = String((count * 37) % numbers).padStart(7 - exchange.length, '0');
    return count < numbers - phonesLeft ? `${areaCode}${exchange}${last}` : undefined;
  };
}

const topDomains = ['com', 'org', 'net'];
const mailHosts = placeNames.length ** 2 * streetKinds.length * topDomains.length;

/**
 * Gives people separate hosts, for example `larkmoorfoxglenlane.example.com`: thousands of claims
 * from one host that is not a public provider would look like a campaign.
 */
function mailHostOf(serial: number): string {
  // The factor is a prime number, so that neighbors differ in every part.
  let rest = (serial * 7_919) % mailHosts;
  const take = (list: readonly string[]) => {
    const taken = list[rest % list.length] ?? '';
    rest = Math.floor(rest / list.length);
    return taken.toLowerCase();
  };
  const host = `${take(placeNames)}${take(placeNames)}${take(streetKinds)}`;
  return `${host}.example.${take(topDomains)}`;
}

/** The letters of a name, spelled as in an email address. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** @param serial differs between people with the same host */
export function emailOf(
  random: Random,
  firstName: string,
  lastName: string,
  serial: number,
  host = mailHostOf(serial),
): string {
  const [given, family] = [plainLetters(firstName), plainLetters(lastName)];
  const name = random.pick([
    [given, family],
    [given.slice(0, 1), family],
    [family, given],
  ]);
  const local = name.filter((part) => part !== '').join(random.pick(['.', '_', '']));
  // Consecutive numbers would look like a counting program.
  return `${local.slice(0, 40)}${(serial * 6_197) % 9_973}@${host}`;
}

/** Formats a number as people write it: `(602) 555-0142` and other ways. */
export function formatPhone(random: Random, phone: string): string {
  const [area, middle, last] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  return random.pick([`(${area}) ${middle}-${last}`, `${area}-${middle}-${last}`, phone, `${area}.${middle}.${last}`]);
}
