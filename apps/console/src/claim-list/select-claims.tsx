import type { Selection } from '../bulk/use-selection.ts';

/** The column's checkbox, which selects all claims of the page or none. */
export function SelectPage({
  selection,
  numbers,
}: {
  readonly selection: Selection;
  readonly numbers: readonly string[];
}) {
  const { isAll, numbers: chosen, set } = selection;
  const isWhole = isAll || numbers.every((number) => chosen.has(number));
  const others = [...chosen].filter((number) => !numbers.includes(number));
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the label is inside
    <th scope="col" className="claim-select">
      <label>
        <input
          type="checkbox"
          checked={isWhole}
          disabled={isAll}
          onChange={() => set(isWhole ? others : [...others, ...numbers])}
        />
        <span className="visually-hidden">Select the {numbers.length} claims of this page</span>
      </label>
    </th>
  );
}

export function SelectRow({ selection, number }: { readonly selection: Selection; readonly number: string }) {
  const { isAll, numbers: chosen, set } = selection;
  const isChosen = isAll || chosen.has(number);
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the label is inside
    <td className="claim-select">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isAll}
          onChange={() => set(isChosen ? [...chosen].filter((each) => each !== number) : [...chosen, number])}
        />
        <span className="visually-hidden">Select claim {number}</span>
      </label>
    </td>
  );
}
