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
/** Of addresses with two to four people. */
const householdShare = 0.09;
const emailShare = 0.8;
const phoneShare = 0.72;

/**
 * Invents people who live all over the country, in some states more often.
 * @param weightOf how often a state is chosen, compared with its population
 */
export function peopleInventor(random: Random, weightOf: (state: string) => number) {
  const weighted = places.map((place) => [place, place.population * weightOf(place.state)] as const);
  const takePhone = phoneBook(random);
  const phones = new Map<string, string | undefined>();
  let serial = 0;

  /** One person, or several with one address, most with one last name. */
  function inventHousehold(): Person[] {
    const place = random.pickWeighted(weighted);
    const address = { ...inventStreet(random), ...inventCity(random, place), state: place.state };
    const language = random.chance(place.state === 'Puerto Rico' ? 0.9 : spanishShare) ? 'es' : 'en';
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
      serial += 1;
      const lastName = index > 0 && random.chance(0.12) ? inventName(random, language)[1] : familyName;
      const email = random.chance(emailShare) ? emailOf(random, firstName, lastName, serial) : undefined;
      return { ...address, firstName, lastName, email, language };
    });
  }

  return {
    inventHousehold,
    /** People, whole households at a time. */
    inventPeople(count: number): Person[] {
      const people: Person[] = [];
      while (people.length < count) people.push(...inventHousehold());
      return people.slice(0, count);
    },
    /** The phone number of a household, if its members give one. Only people who file need one. */
    phoneOf({ street, zip, state }: Address): string | undefined {
      const home = `${street}, ${zip}`;
      const areaCodes = places.find((place) => place.state === state)?.areaCodes;
      if (!phones.has(home))
        phones.set(home, areaCodes && random.chance(phoneShare) ? takePhone(areaCodes) : undefined);
      return phones.get(home);
    },
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

/** Numbers of each area that no honest person gets: 0104, 0115, 0126, 0130, 0141, 0152 and others. */
const phonesLeft = 10;

/** The numbers 555-0100 to 555-0199 belong to nobody, in any area. Gives each once. */
function phoneBook(random: Random): (areaCodes: readonly string[]) => string | undefined {
  const given = new Map<string, number>();
  return (areaCodes) => {
    const areaCode = random.pick(areaCodes);
    const count = given.get(areaCode) ?? 0;
    given.set(areaCode, count + 1);
    // 37 and 100 have no common factor, so all hundred numbers come, in no visible order.
    return count < 100 - phonesLeft ? `${areaCode}55501${String((count * 37) % 100).padStart(2, '0')}` : undefined;
  };
}

const topDomains = ['com', 'org', 'net'];
const mailHosts = placeNames.length ** 2 * streetKinds.length * topDomains.length;

/**
 * Gives people hosts of their own, such as `larkmoorfoxglenlane.example.com`: thousands of claims
 * from one host that is no public provider would look like a campaign.
 */
function mailHostOf(serial: number): string {
  // The factor is a prime number: neighbors differ in every part.
  let rest = (serial * 7_919) % mailHosts;
  const take = (list: readonly string[]) => {
    const taken = list[rest % list.length] ?? '';
    rest = Math.floor(rest / list.length);
    return taken.toLowerCase();
  };
  const host = `${take(placeNames)}${take(placeNames)}${take(streetKinds)}`;
  return `${host}.example.${take(topDomains)}`;
}

/** The letters of a name as they are written in an email address. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

export function emailOf(random: Random, firstName: string, lastName: string, serial: number): string {
  const [given, family] = [plainLetters(firstName), plainLetters(lastName)];
  const name = random.pick([
    [given, family],
    [given.slice(0, 1), family],
    [family, given],
  ]);
  const local = name.filter((part) => part !== '').join(random.pick(['.', '_', '']));
  return `${local.slice(0, 40)}${serial}@${mailHostOf(serial)}`;
}

/** `(602) 555-0142` and other ways in which people write a number. */
export function formatPhone(random: Random, phone: string): string {
  const [area, middle, last] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  return random.pick([`(${area}) ${middle}-${last}`, `${area}-${middle}-${last}`, phone, `${area}.${middle}.${last}`]);
}
