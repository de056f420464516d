import { type FilingObservations, FilingObservationsSchema } from '@redress/contract/filing-observations';
import { Compile } from 'typebox/compile';

const observations = Compile(FilingObservationsSchema);

/** What a page sent besides the answers. Anything else counts as not measured: no claim depends on it. */
export function readFilingObservations(sent: unknown): FilingObservations {
  return observations.Check(sent) ? sent : {};
}
