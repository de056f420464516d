/**
 * The list from which a claim was opened, as the `state` of its link:
 * `<Link to={`/claims/${number}`} state={listState({ … })}>`. The claim's screen leads back to the
 * same place, and to the next and the previous claim.
 */
export interface ListPosition {
  /** The list's address with its filters, below `/console`. */
  readonly backTo: string;
  /** The list's name, for example `Claims` or `Search`. */
  readonly label: string;
  /** The claim numbers of the page, in order. */
  readonly numbers: readonly string[];
}

export const listState = (list: ListPosition) => ({ list });

/** Reads the `state` of a location, which may come from an earlier release. */
export function readListPosition(state: unknown): ListPosition | undefined {
  if (typeof state !== 'object' || state === null || !('list' in state)) return undefined;
  const { list } = state;
  if (typeof list !== 'object' || list === null || !('backTo' in list) || !('label' in list) || !('numbers' in list))
    return undefined;
  const { backTo, label, numbers } = list;
  if (typeof backTo !== 'string' || typeof label !== 'string' || !Array.isArray(numbers)) return undefined;
  return { backTo, label, numbers: numbers.filter((number) => typeof number === 'string') };
}

/** The claims before and after the given one in its list. */
export function neighborsOf(list: ListPosition | undefined, number: string) {
  const at = list?.numbers.indexOf(number) ?? -1;
  if (!list || at < 0) return { previous: undefined, next: undefined };
  return { previous: list.numbers[at - 1], next: list.numbers[at + 1] };
}
