import type { Language } from '@redress/contract/language';
import { plainLetters } from '@redress/content/demo/invent-people';
import { type Place, places } from '@redress/content/demo/places';
import type { Random } from '@redress/content/demo/random';
import {
  pickFirstName,
  pickRareSurname,
  pickSurname,
  readShares,
  shortFormOfName,
} from '@redress/content/demo/frequent-names';

export interface Home {
  readonly street: string;
  /** `Apt 4`; undefined in a house, and where people leave it out. */
  readonly unit: string | undefined;
  readonly city: string;
  readonly state: Place['state'];
  readonly zip: string;
}
export interface Person extends Home {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Ten digits. */
  readonly phone: string;
  readonly language: Language;
}

const spanishShare = 0.08;
const buildingShare = 0.24;
const otherAreaCodeShare = 0.11;

/** How many streets have the name, in hundreds: U.S. Census Bureau, 1993. */
const streetNames =
  readShares(`2nd 109 3rd 101 1st 99 4th 92 Park 89 5th 82 Main 76 6th 73 Oak 69 7th 64 Pine 62 Maple 61
Cedar 56 8th 55 Elm 52 View 52 Washington 50 9th 49 Lake 49 Hill 49 rare 4500`);
const streetKinds = readShares('Street 40 Avenue 22 Drive 14 Road 12 Lane 7 Court 5');
const unitKinds = ['Apt', 'Unit', '#', 'Apt.'] as const;

const providers = readShares(`gmail.com 52 yahoo.com 17 hotmail.com 6 outlook.com 6 aol.com 6 icloud.com 5 comcast.net 3
att.net 2 msn.com 1`);
const freeProviders = ['gmail.com', 'yahoo.com', 'outlook.com', 'hotmail.com'] as const;
const ownDomainShare = 0.03;
const hobbies = 'fish golf quilt garden music truck angel sunny lucky beach runner coach nana papa mimi bird'.split(
  ' ',
);

/** One of these names, as often as its share says. */
export function pickShare<Name extends string>(random: Random, shares: Readonly<Record<Name, number>>): Name {
  const list: [Name, number][] = [];
  for (const name in shares) list.push([name, shares[name]]);
  return random.pickWeighted(list);
}

/** What other people have already. */
export interface Taken {
  readonly phones: Set<string>;
  readonly mailboxes: Set<string>;
}
const weighted = places.map((place) => [place, place.population] as const);

/** Invents people, whose phone numbers and mailboxes differ unless a caller shares them. */
export function createPeople(random: Random, { phones, mailboxes }: Taken) {
  function inventZip({ cities }: Place): Pick<Home, 'city' | 'zip'> {
    const { name, zipPrefix } = random.pickWeighted(cities.map((city, index) => [city, 1 / (index + 1)] as const));
    return { city: name, zip: `${zipPrefix}${String(random.integer(1, 60)).padStart(2, '0')}` };
  }

  function inventStreet(): string {
    const named = random.pickWeighted(streetNames);
    const name = named === 'rare' ? pickRareSurname(random) : named;
    return `${Math.ceil(random.logNormal(900, 1.4))} ${name} ${random.pickWeighted(streetKinds)}`;
  }

  function inventHome(place: Place = random.pickWeighted(weighted)): Home {
    const unit = random.chance(buildingShare) ? inventUnit(random) : undefined;
    return { street: inventStreet(), unit, ...inventZip(place), state: place.state };
  }

  /** Nobody has such a number: the exchange 555 is for inventions. */
  function inventPhone(state: string): string {
    const place = places.find((each) => each.state === state) ?? random.pickWeighted(weighted);
    for (;;) {
      const from = random.chance(otherAreaCodeShare) ? random.pickWeighted(weighted) : place;
      const phone = `${random.pick(from.areaCodes)}555${String(random.integer(0, 9_999)).padStart(4, '0')}`;
      // Where a state has few area codes, a large benchmark uses all of its numbers.
      if (phones.has(phone) && random.chance(0.97)) continue;
      phones.add(phone);
      return phone;
    }
  }

  function inventMailbox(firstName: string, lastName: string, domain?: string): string {
    for (;;) {
      const host =
        domain ??
        (random.chance(ownDomainShare)
          ? `${plainLetters(pickRareSurname(random))}.com`
          : random.pickWeighted(providers));
      const local = inventLocalPart(random, firstName, lastName);
      const mailbox = `${local.replaceAll('.', '')}@${host}`;
      if (mailboxes.has(mailbox)) continue;
      mailboxes.add(mailbox);
      return `${local}@${host}`;
    }
  }

  function inventPerson(home: Home = inventHome(), lastName = pickSurname(random), language?: Language): Person {
    const firstName = pickFirstName(random);
    return {
      ...home,
      firstName,
      lastName,
      email: inventMailbox(firstName, lastName),
      phone: inventPhone(home.state),
      language: language ?? (random.chance(home.state === 'Puerto Rico' ? 0.85 : spanishShare) ? 'es' : 'en'),
    };
  }

  return {
    inventHome,
    inventPhone,
    inventMailbox,
    inventPerson,
    pickPlace: () => random.pickWeighted(weighted),
    inventZip,
  };
}

export const inventUnit = (random: Random) => `${random.pick(unitKinds)} ${random.integer(1, 48)}`.replace('# ', '#');

function inventLocalPart(random: Random, firstName: string, lastName: string): string {
  const [first, last] = [plainLetters(firstName) || 'mail', plainLetters(lastName) || 'box'];
  const digits = () => String(random.chance(0.5) ? random.integer(45, 99) : random.integer(1, 999));
  return random.pickWeighted([
    [`${first}.${last}`, 14],
    [`${first}${last}`, 12],
    [`${first}${last}${digits()}`, 18],
    [`${first}.${last}${digits()}`, 10],
    [`${first.slice(0, 1)}${last}`, 9],
    [`${first.slice(0, 1)}${last}${digits()}`, 12],
    [`${last}${first.slice(0, 2)}${digits()}`, 8],
    [`${random.pick(hobbies)}${first}${digits()}`, 9],
    [`${first}_${last}`, 4],
    [`${last}family${digits()}`, 4],
  ]);
}

export const pickFreeProvider = (random: Random): string => random.pick(freeProviders);

/** One slip of the fingers: a letter lost, doubled, or swapped with the next. */
export function mistype(random: Random, text: string): string {
  if (text.length < 4) return text;
  const at = random.integer(1, text.length - 3);
  const [before, one = '', other = '', after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)];
  return random.pick([
    `${before}${other}${after}`,
    `${before}${one}${one}${other}${after}`,
    `${before}${other}${one}${after}`,
  ]);
}

const abbreviations = { Street: 'St', Avenue: 'Ave', Drive: 'Dr', Road: 'Rd', Lane: 'Ln', Court: 'Ct' };

/** How a person writes: in capitals, with abbreviations, with a middle initial. It stays the same between claims. */
export interface Style {
  readonly letters: 'mixed' | 'upper' | 'lower';
  readonly abbreviates: 'no' | 'yes' | 'with a period';
  readonly initial: string | undefined;
}
export const inventStyle = (random: Random): Style => ({
  letters: pickShare(random, { mixed: 90, upper: 5, lower: 5 }),
  abbreviates: pickShare(random, { no: 35, yes: 50, 'with a period': 15 }),
  initial: random.chance(0.08) ? random.pick('ABCDEFGHJKLMNPRSTW'.split('')) : undefined,
});

const inLetters = (text: string, { letters }: Style) =>
  letters === 'upper' ? text.toUpperCase() : letters === 'lower' ? text.toLowerCase() : text;

const maxLength = 50;

export function writeName({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>, style: Style): string {
  const initial = style.initial === undefined ? '' : ` ${style.initial}.`;
  return inLetters(`${firstName}${initial} ${lastName}`, style).slice(0, maxLength);
}

/** The street with the unit, on one line as the forms of claimants want it. */
export function writeStreet({ street, unit }: Pick<Home, 'street' | 'unit'>, style: Style): string {
  const pair = Object.entries(abbreviations).find(([long]) => street.endsWith(` ${long}`));
  const short = pair && style.abbreviates !== 'no' ? `${pair[1]}${style.abbreviates === 'yes' ? '' : '.'}` : undefined;
  const written = pair && short !== undefined ? `${street.slice(0, -pair[0].length)}${short}` : street;
  return inLetters(unit === undefined ? written : `${written} ${unit}`, style).slice(0, maxLength);
}

/** A first name as its owner may write it another time. */
export const otherFirstName = (random: Random, firstName: string): string =>
  shortFormOfName(firstName) ?? (random.chance(0.5) ? mistype(random, firstName) : firstName);
