import { groupReference } from '@redress/contract/receipt-request';

/** A reference number, or a claim number alone, in groups. Only the style separates them. */
export function GroupedReference({ reference }: { readonly reference: string }) {
  return groupReference(reference).map((group, index) => (
    // The groups of a number never change.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index}>{group}</span>
  ));
}
