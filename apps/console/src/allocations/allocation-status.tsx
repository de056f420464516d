import type { Allocation } from '@redress/contract/console/allocations';

const labels = {
  draft: ['Computing', ''],
  computed: ['Scenario', ''],
  asked: ['Awaiting approval', 'tag-warn'],
  frozen: ['Frozen', 'tag-good'],
  declined: ['Declined', 'tag-bad'],
  superseded: ['Superseded', ''],
} as const;

export function AllocationStatus({ allocation: { status, problem } }: { readonly allocation: Allocation }) {
  const [label, style] = problem === null ? labels[status] : (['Not computed', 'tag-bad'] as const);
  return <span className={`tag ${style}`}>{label}</span>;
}
