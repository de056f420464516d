import { useQuery } from '@tanstack/react-query';
import { claimIntegrityQuery, relatedQuery } from './claim-look.ts';

/**
 * Claims that may come from the same claimant: first those in a duplicate's signals, then linked
 * claims, then claims that share values.
 */
export function useOtherClaims(number: string, sees: { readonly signals: boolean; readonly related: boolean }) {
  const { data: signals } = useQuery({ ...claimIntegrityQuery(number), enabled: sees.signals });
  const { data: related } = useQuery({ ...relatedQuery(number), enabled: sees.related });
  const integrity = sees.signals ? signals?.integrity : undefined;
  const named = [...new Set(integrity?.duplicate.signals.flatMap(({ claims }) => claims))];
  const linked = integrity?.links.map(({ claim }) => claim) ?? [];
  const alike = sees.related ? (related?.groups.flatMap(({ claims }) => claims.map((each) => each.number)) ?? []) : [];
  return { named, others: [...new Set([...named, ...linked, ...alike])] };
}
