import { facts } from '../facts.ts';
import { tppV2 } from '../forms/tpp.v2.ts';
import { companyHealthTypes } from '../lists/company-health-types.ts';
import { relationshipTypes } from '../lists/relationship-types.ts';
import type { ClaimDraft } from './claim-parts.ts';
import { formatPhone, type peopleInventor, type Person } from './invent-people.ts';
import { agentKinds, placeNames, planKinds } from './names.ts';
import { membershipUpload, type Plan, purchasesUpload } from './payor-data.ts';
import type { Random } from './random.ts';

const tollFree = ['800', '833', '844', '855', '866', '877', '888'];
const agentShare = 0.3;
const membershipShare = 0.68;
const purchasesShare = 0.75;
/** The share of claims whose tax ID another payor also gives. */
const repeatedTaxIdShare = 0.03;

/**
 * Nine unassigned digits: 96 is not a prefix of employers' numbers, and Social Security or taxpayer
 * numbers that start with 9 have no group below 50.
 */
export function inventTaxId(random: Random): string {
  const digits = (count: number, below: number) => String(random.integer(0, below - 1)).padStart(count, '0');
  return `96${digits(1, 10)}${digits(2, 50)}${digits(4, 10_000)}`;
}

/**
 * Invents claims of payors for themselves, and of agents for many plans.
 * @param taxIdOf the default returns an unassigned tax ID
 */
export function payorInventor(random: Random, people: ReturnType<typeof peopleInventor>, taxIdOf = inventTaxId) {
  const plans: Plan[] = [];

  function inventPlan(): Plan {
    const name = `${random.pick(placeNames)} ${random.pick(planKinds)}`;
    const isRepeated = plans.length > 10 && random.chance(repeatedTaxIdShare);
    const plan = { name, fein: isRepeated ? random.pick(plans).fein : taxIdOf(random) };
    plans.push(plan);
    return plan;
  }

  return (filedAt: Date, isAgent = random.chance(agentShare)): ClaimDraft => {
    const [contact] = people.inventHousehold();
    if (!contact) throw new Error('A household has at least one person');
    // The form requires a phone number.
    const phone = people.phoneOf(contact) ?? people.takePhone(tollFree) ?? '8005550100';
    const represented = Array.from({ length: isAgent ? planCount(random) : 1 }, inventPlan);
    const [plan] = represented;
    if (!plan) throw new Error('A payor claims for at least one plan');
    const claimedCents = Math.round(random.logNormal(isAgent ? 260_000 : 85_000, 1.25) * 100);
    const company = isAgent ? `${random.pick(placeNames)} ${random.pick(agentKinds)}` : plan.name;
    const data = { payor: company, plans: represented, claimedCents };
    const isPurchaseDataDue = claimedCents >= facts.brandDrug.tppTransactionDataFrom * 100;
    const uploads = [
      ...(random.chance(membershipShare) ? [membershipUpload(random, data)] : []),
      ...(random.chance(isPurchaseDataDue ? purchasesShare : 0.15) ? [purchasesUpload(random, data)] : []),
    ];
    return {
      formId: tppV2.id,
      language: contact.language,
      filedAt,
      answers: {
        ...(isAgent ? agentAnswers(random, company, taxIdOf, represented) : companyAnswers(random, plan)),
        ...contactAnswers(random, contact, phone),
        repealerStateTotalAmountPaid: (claimedCents / 100).toFixed(2),
        classMemberConfirmation: true,
        signature: `${contact.firstName} ${contact.lastName}`.slice(0, 50),
        positionTitle: random.pick([
          'Benefits Manager',
          'Controller',
          'Plan Administrator',
          'Counsel',
          'Vice President',
        ]),
      },
      withoutScript: false,
      documentsToFollow: uploads.length,
      uploads,
    };
  };
}

/** Most agents file for a few plans, some for hundreds. */
const planCount = (random: Random) => Math.min(400, Math.max(2, Math.round(random.logNormal(7, 1.1))));

function companyAnswers(random: Random, { name, fein }: Plan) {
  const type = random.pick(companyHealthTypes);
  return {
    optSectionRadio: 'Company',
    healthPlanCompanyName: name,
    tin: fein,
    ...(random.chance(0.15) && { otherNames: `${random.pick(placeNames)} Plan, ${inventTaxId(random)}` }),
    companyHealthType: type,
    ...(type === 'Other' && {
      otherCompanyHealthType: random.pick(['Church plan', 'University plan', 'Tribal health program']),
    }),
  };
}

function agentAnswers(random: Random, company: string, taxIdOf: typeof inventTaxId, plans: readonly Plan[]) {
  const relationship = random.pick(relationshipTypes);
  return {
    optSectionRadio: 'Agent',
    relationshipType: relationship,
    ...(relationship === 'Other' && { otherRelationshipType: 'Claims recovery service' }),
    agentsCompanyName: company,
    agentsTin: taxIdOf(random),
    classMembers: plans.map(({ name, fein }) => ({ classMemberName: name, classMemberFEIN: fein })),
  };
}

function contactAnswers(random: Random, contact: Person, phone: string) {
  const { firstName, lastName, street, city, state, zip, email } = contact;
  return {
    contactName: `${firstName} ${lastName}`.slice(0, 50),
    street1: street,
    ...(random.chance(0.4) && { street2: random.pick(['Suite 200', 'Floor 9', 'Suite 1400', 'Floor 3']) }),
    city,
    state,
    zip,
    phone1: formatPhone(random, phone),
    ...(email !== undefined && { emailAddress: email }),
  };
}
