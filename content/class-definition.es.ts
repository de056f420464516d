import { facts } from './facts.ts';

type State = (typeof facts.brandDrug.states)[number];

/** As readers of Spanish in the United States know them. A state that is missing here does not compile. */
export const spanishStateNames = {
  Arizona: 'Arizona',
  California: 'California',
  Florida: 'Florida',
  Kansas: 'Kansas',
  Maine: 'Maine',
  Massachusetts: 'Massachusetts',
  Michigan: 'Michigan',
  Minnesota: 'Minnesota',
  Mississippi: 'Mississippi',
  Montana: 'Montana',
  Nevada: 'Nevada',
  'New Hampshire': 'Nuevo Hampshire',
  'New Mexico': 'Nuevo México',
  'New York': 'Nueva York',
  'North Carolina': 'Carolina del Norte',
  Oregon: 'Oregón',
  'Rhode Island': 'Rhode Island',
  'South Dakota': 'Dakota del Sur',
  Tennessee: 'Tennessee',
  'West Virginia': 'Virginia Occidental',
  Wisconsin: 'Wisconsin',
} as const satisfies Readonly<Record<State, string>>;

/** The class states, in the order of the Spanish alphabet. */
export const spanishStates: readonly string[] = facts.brandDrug.states
  .map((state) => spanishStateNames[state])
  .sort((one, other) => one.localeCompare(other, 'es'));

/** Who is not part of the class: the lines of `brandDrugExclusions`, one by one. */
export const brandDrugExclusionsInSpanish = [
  'los fabricantes del medicamento y las empresas que les pertenecen o de las que forman parte;',
  'los gobiernos estatales y locales;',
  'quienes compraron el medicamento para revenderlo o lo compraron directamente a un fabricante;',
  'los planes de salud totalmente asegurados y los administradores de beneficios de farmacia;',
  'los grupos relacionados con una cadena de farmacias;',
  'los jueces de este caso y sus familiares directos;',
  'quienes pidieron ser excluidos del acuerdo.',
] as const;
