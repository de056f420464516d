import type { ReactNode } from 'react';
import type { When } from './text-module.ts';

interface Props {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly children: ReactNode;
}

/** Prose that stands on the page only before or after a day: `After` it is over, `Until` then, `From` the day itself on. */
export function datedComponents(when: When) {
  return {
    After: ({ day, children }: Props) => when.isAfter(day) && children,
    Until: ({ day, children }: Props) => !when.isAfter(day) && children,
    From: ({ day, children }: Props) => when.isFrom(day) && children,
  };
}
