import { facts } from './facts.ts';
import { stateNamesInSpanish } from '../shared/lists/states.es.ts';

/** The class states in Spanish alphabetical order. */
export const spanishStates: readonly string[] = facts.brandDrug.states
  .map((state) => stateNamesInSpanish[state])
  .sort((one, other) => one.localeCompare(other, 'es'));

/** Exclusions from the class, in the order of `brandDrugExclusions`. */
export const brandDrugExclusionsInSpanish = [
  'los fabricantes del medicamento y las empresas que les pertenecen o de las que forman parte;',
  'los gobiernos estatales y locales;',
  'quienes compraron el medicamento para revenderlo o lo compraron directamente a un fabricante;',
  'los planes de salud totalmente asegurados y los administradores de beneficios de farmacia;',
  'los grupos relacionados con una cadena de farmacias;',
  'los jueces de este caso y sus familiares directos;',
  'quienes pidieron ser excluidos del acuerdo.',
] as const;
