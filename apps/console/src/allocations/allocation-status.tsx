import type { Allocation } from '@redress/contract/console/allocations';
import { StateBadge } from '../ui/status-badge.tsx';

const labels = {
  draft: ['Computing', 'open'],
  computed: ['Scenario', 'open'],
  asked: ['Awaiting approval', 'warn'],
  frozen: ['Frozen', 'good'],
  declined: ['Declined', 'bad'],
  superseded: ['Superseded', 'past'],
} as const;

export function AllocationStatus({ allocation: { status, problem } }: { readonly allocation: Allocation }) {
  const [label, tone] = problem === null ? labels[status] : (['Not computed', 'bad'] as const);
  return <StateBadge tone={tone}>{label}</StateBadge>;
}
