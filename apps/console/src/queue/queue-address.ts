import { type Queue, queueOrders, queueReasons } from '@redress/contract/console/review';
import { useNames } from '../ui/use-names.ts';
import { queueReasonLabels } from '../review/messages.ts';

/** The address defines a queue, so that it can be bookmarked. Unknown parts are left out. */
export function readQueue(parameters: URLSearchParams): Queue {
  const [caseId, form] = [parameters.get('case'), parameters.get('form')];
  const reason = queueReasons.find((each) => each === parameters.get('reason'));
  const order = queueOrders.find((each) => each === parameters.get('order'));
  return {
    ...(caseId && { case: caseId }),
    ...(form && { form }),
    ...(reason && { reason }),
    ...(order && { order }),
    ...(parameters.get('mine') === 'true' && { mine: true }),
  };
}

export function writeQueue(queue: Queue): string {
  const values = Object.entries(queue).map(([name, value]): [string, string] => [name, String(value)]);
  return `/queue?${new URLSearchParams(values).toString()}`;
}

export const orderLabels = { oldest: 'Oldest first', newest: 'Newest first', amount: 'Highest amount first' } as const;

/** Names a queue by its filters. */
export function useQueueName(): (queue: Queue) => string {
  const { caseName, formName } = useNames();
  return ({ case: caseId, form, reason, mine }) => {
    const isReturned = mine === true && reason === 'reopened';
    const parts = [
      mine === true && (isReturned ? 'Returned to me' : 'Assigned to me'),
      caseId !== undefined && form === undefined && caseName(caseId),
      form !== undefined && formName(form),
      reason !== undefined && !isReturned && queueReasonLabels[reason],
    ];
    return parts.filter((part) => part !== false).join(', ') || 'All claims to review';
  };
}
