import { plainLetters } from '@redress/content/demo/invent-people';
import { tppV2 } from '@redress/content/forms/tpp.v2';
import { atHour, day, type Filing, highRanges, type Inventor, inventRange, inventSize, minute } from './filings.ts';
import { pickFirstName, pickRareSurname, pickSurname } from '@redress/content/demo/frequent-names';
import { filePayor, inventIssuedTaxId, inventPayor, type Payor } from './honest-population.ts';
import { addressNear, inventAddress, inventBrowser, observe } from './observe-filing.ts';
import type { Behavior } from '@redress/content/demo/invent-visits';
import {
  inventStyle,
  inventUnit,
  mistype,
  otherFirstName,
  type Person,
  pickFreeProvider,
  type Style,
} from './people.ts';

// People who file false claims. Every campaign has its own parameters.

/** One person files 5 to 40 times and writes name, address and mailbox differently each time. */
export function handMadeVariants(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const person = people.inventPerson();
  const usesOtherNames = random.chance(0.3);
  const origin = inventor.inventOrigin();
  const [keepsBrowser, keepsAddress, keepsPhone] = [random.chance(0.6), random.chance(0.7), random.chance(0.5)];
  const behaviors: readonly Behavior[] = ['typed', 'typed', 'autofill', 'pasted'];
  let at = inventor.momentInPeriod('individual');
  return Array.from({ length: inventor.size(5, 40) }, (_, index) => {
    at += random.chance(0.7) ? random.integer(4, 50) * minute : random.integer(1, 4) * day;
    const variant = index === 0 ? person : varyPerson(inventor, person, { usesOtherNames, keepsPhone });
    return inventor.file(variant, {
      at,
      style: inventStyle(random),
      behavior: random.pick(behaviors),
      range: random.chance(0.7) ? random.pick(highRanges) : inventRange(random),
      gives: { phone: random.chance(0.8) },
      origin: {
        ...origin,
        ...(!keepsAddress && { address: inventAddress(random) }),
        ...(!keepsBrowser && { browser: inventBrowser(random) }),
      },
    });
  });
}

interface Varied {
  readonly usesOtherNames: boolean;
  readonly keepsPhone: boolean;
}
function varyPerson({ random, people }: Inventor, person: Person, { usesOtherNames, keepsPhone }: Varied): Person {
  const { firstName, lastName, street, unit, email, phone } = person;
  const [local = '', provider = ''] = email.split('@');
  const cut = random.integer(1, Math.max(1, local.length - 2));
  return {
    ...person,
    firstName: usesOtherNames
      ? pickFirstName(random)
      : random.pick([firstName, otherFirstName(random, firstName), firstName.slice(0, 1), mistype(random, firstName)]),
    lastName: random.chance(0.25) ? mistype(random, lastName) : lastName,
    street: random.chance(0.2) ? mistype(random, street) : street,
    unit: random.chance(0.5) ? unit : random.chance(0.5) ? undefined : inventUnit(random),
    // The individual's form refuses plus signs.
    email: random.pickWeighted([
      [email, 25],
      [`${local.slice(0, cut)}.${local.slice(cut)}@${provider}`.replace(/\.+/, '.'), 25],
      [`${local}${random.integer(1, 20)}@${provider}`, 15],
      [people.inventMailbox(firstName, lastName, pickFreeProvider(random)), 35],
    ]),
    phone: keepsPhone ? phone : `${phone.slice(0, 6)}${String(random.integer(0, 9_999)).padStart(4, '0')}`,
  };
}

/** Names and addresses of real people, who were mailed notices, with mailboxes of the thieves. */
export function stolenIdentities(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  // Thieves of mail have both IDs.
  const form = random.chance(0.2) ? 'consumer' : 'individual';
  const hosts = Array.from({ length: random.integer(1, 4) }, () => inventAddress(random));
  const isResidential = random.chance(0.5);
  const networkKind = !isResidential && random.chance(0.5) ? ('hosting' as const) : undefined;
  const provider = pickFreeProvider(random);
  const digits = random.integer(2, 4);
  const pause = inventSize(random, 2, 12);
  const style: Style = { letters: random.pick(['mixed', 'upper'] as const), abbreviates: 'yes', initial: undefined };
  const exchange = people.inventPhone('Florida').slice(0, 6);
  const sharesExchange = random.chance(0.4);
  let at = atHour(inventor.momentInPeriod(form), 9);
  return Array.from({ length: inventor.size(20, 150) }, (_, index) => {
    // Thirty claims a session.
    at =
      index > 0 && index % 30 === 0 ? atHour(at + day, 9 + random.next() * 3) : at + random.exponential(pause * minute);
    const victim = people.inventPerson();
    const wasMailed = form === 'consumer' || random.chance(0.6);
    const noticeId = wasMailed ? inventor.mailTo(victim, form) : undefined;
    const local = `${plainLetters(victim.firstName)}.${plainLetters(victim.lastName)}${random.integer(10 ** (digits - 1), 10 ** digits - 1)}`;
    const thief = {
      ...victim,
      email: `${local}@${provider}`,
      phone: sharesExchange
        ? `${exchange}${String(random.integer(0, 9_999)).padStart(4, '0')}`
        : people.inventPhone(victim.state),
    };
    return inventor.file(thief, {
      form,
      at: Math.round(at),
      style,
      behavior: random.pick(['pasted', 'pasted', 'autofill'] as const),
      ...(form === 'consumer' && { noticeId }),
      origin: {
        address: isResidential ? inventAddress(random) : random.pick(hosts),
        browser: inventBrowser(random),
        networkKind,
      },
      range: random.chance(0.6) ? random.pick(highRanges) : inventRange(random),
    });
  });
}

/** Files for clients, and invents others among them. The claims of the clients are honest. */
export function preparer(inventor: Inventor): { readonly filings: Filing[]; readonly honest: ReadonlySet<Filing> } {
  const { random, people } = inventor;
  const preparerPerson = people.inventPerson();
  const place = people.pickPlace();
  const inventedShare = 0.3 + random.next() * 0.35;
  const office = inventor.inventOrigin();
  const signsAsAgent = random.chance(0.7);
  const [usesOwnPhone, usesOwnMailbox] = [random.chance(0.6), random.chance(0.5)];
  const tagsClients = random.chance(0.5);
  const range = random.pick(highRanges);
  const [local = '', provider = ''] = preparerPerson.email.split('@');
  const clients = new Set<Filing>();
  let at = atHour(inventor.momentInPeriod('individual'), 9);
  const filings = Array.from({ length: inventor.size(20, 120) }, (_, index) => {
    at = index > 0 && index % 25 === 0 ? atHour(at + day, 9) : at + random.integer(3, 14) * minute;
    const isInvented = random.chance(inventedShare);
    const client = people.inventPerson(people.inventHome(place));
    const ofOffice = tagsClients ? `${local}.${plainLetters(client.lastName)}@${provider}` : preparerPerson.email;
    const email = isInvented || usesOwnMailbox ? ofOffice : client.email;
    const filing = inventor.file(
      { ...client, email, ...((isInvented || random.chance(0.5)) && usesOwnPhone && { phone: preparerPerson.phone }) },
      {
        at,
        behavior: 'pasted' as const,
        origin: office,
        style: { letters: 'mixed', abbreviates: 'yes', initial: undefined },
        range: isInvented || random.chance(0.5) ? range : inventRange(random),
        ...(signsAsAgent && { representative: `${preparerPerson.firstName} ${preparerPerson.lastName}` }),
        ...(!isInvented && random.chance(0.5) && { noticeId: inventor.mailTo(client, 'individual') }),
      },
    );
    if (!isInvented) clients.add(filing);
    return filing;
  });
  return { filings, honest: clients };
}

/** Payors that do not exist, each with an amount below the one from which data is required. */
export function fabricatedPayors(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const building = { ...people.inventHome(), unit: undefined };
  const [sharesBuilding, sharesDomain, sharesFile] = [random.chance(0.5), random.chance(0.5), random.chance(0.6)];
  const phones = Array.from({ length: random.integer(1, 4) }, () => people.inventPhone(building.state));
  const domain = `${plainLetters(pickRareSurname(random))}benefits.com`;
  const isUnissued = random.chance(0.5);
  const amount = random.chance(0.5) ? random.integer(2_600, 2_999) * 100 : undefined;
  const file = `data ${random.next()}`;
  const origin = inventor.inventOrigin();
  const behavior: Behavior = random.pick(['pasted', 'typed', 'set by script'] as const);
  const asAgent = random.chance(0.25);
  const agent = inventPayor(inventor);
  let at = inventor.momentInPeriod('consumer');
  return Array.from({ length: inventor.size(8, 60) }, (_, index) => {
    at += random.integer(3, 90) * minute;
    const payor = inventPayor(inventor);
    const { firstName, lastName, email } = payor.contact;
    const contact = {
      ...payor.contact,
      ...(sharesBuilding && { ...building, unit: `Suite ${100 + index}` }),
      phone: random.pick(phones),
      email: sharesDomain ? `${plainLetters(firstName)}.${plainLetters(lastName)}@${domain}` : email,
    };
    const prefix = isUnissued
      ? random.pick(['00', '07', '08', '09', '17', '28', '49', '69', '78', '89', '96'])
      : undefined;
    const taxId = prefix === undefined ? payor.taxId : `${prefix}${payor.taxId.slice(2)}`;
    const files = sharesFile ? [file] : random.chance(0.5) ? payor.files : [];
    const claim = { contact, amount: amount ?? random.integer(180_000, 299_999), files };
    const filed = { at, behavior, origin: { ...origin, address: addressNear(random, origin.address) } };
    return asAgent
      ? fileAsAgent(inventor, { ...agent, ...claim }, filed)
      : filePayor(inventor, { ...payor, ...claim, taxId }, filed);
  });
}

/** A claim of an agent for other payors. */
function fileAsAgent(inventor: Inventor, agent: Payor, filed: Parameters<typeof filePayor>[2]): Filing {
  const { random } = inventor;
  const {
    tin: _tin,
    healthPlanCompanyName: _name,
    companyHealthType: _type,
    ...answers
  } = filePayor(inventor, agent, filed).answers;
  const all = {
    ...answers,
    optSectionRadio: 'Agent',
    relationshipType: 'Other',
    otherRelationshipType: 'Claims recovery service',
    agentsCompanyName: agent.name,
    agentsTin: agent.taxId,
    classMembers: Array.from({ length: random.integer(1, 6) }, () => ({
      classMemberName: `${pickSurname(random)} Welfare Fund`,
      classMemberFEIN: inventIssuedTaxId(inventor),
    })),
  };
  const observation = observe(random, filed.behavior, Object.keys(all).length, filed.origin);
  return { formId: tppV2.id, language: 'en', at: filed.at, answers: all, observation, files: agent.files };
}

// No signal and no points were chosen for the two below.

/** Workers who are paid for each claim and follow a guide, on many phones of a few networks. */
export function clickFarm(inventor: Inventor): Filing[] {
  const { random, people } = inventor;
  const networks = Array.from({ length: random.integer(1, 3) }, () => inventAddress(random));
  const phones = Array.from({ length: random.integer(10, 40) }, () => inventBrowser(random));
  const ranges = random.chance(0.5) ? highRanges.slice(0, 1) : highRanges.slice(0, 2);
  const clearsCookies = random.chance(0.5);
  const domains = random.chance(0.5) ? ['gmail.com'] : ['gmail.com', 'outlook.com', 'yahoo.com'];
  const start = atHour(inventor.momentInPeriod('individual'), 2);
  return Array.from({ length: inventor.size(30, 250) }, () => {
    const worker = people.inventPerson();
    const letters = `${plainLetters(worker.firstName)}${plainLetters(worker.lastName)}${random.integer(10, 9_999)}`;
    const behavior: Behavior = random.pick(['typed', 'pasted', 'pasted'] as const);
    return inventor.file(
      { ...worker, email: `${letters}@${random.pick(domains)}` },
      {
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
  const arrival = inventor.arrivalTimes('individual');
  const provider = pickFreeProvider(random);
  return Array.from({ length: inventor.size(15, 120) }, () => {
    const number = random.integer(100, 399);
    const person = people.inventPerson({
      ...random.pick(drops),
      unit: unit === '' ? undefined : `${unit}${number}`,
    });
    const email = people.inventMailbox(person.firstName, person.lastName, provider);
    return inventor.file(
      { ...person, email },
      {
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
