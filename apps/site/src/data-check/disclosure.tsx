import type { ReactNode, Ref } from 'react';
import { useState } from 'react';

/** A part of what came of a check that is folded. What is in it is rendered when it is first opened: hundreds of cells would keep the page from answering. */
export function FoldedPart(props: {
  readonly heading: string;
  readonly children: () => ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly summary?: Ref<HTMLElement>;
}) {
  const { heading, children, isOpen, onToggle, summary } = props;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <details className="data-part" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary ref={summary}>{heading}</summary>
      {(isOpen || wasOpened) && children()}
    </details>
  );
}

/** One that nothing else opens. */
export function FoldedByItself(props: {
  readonly heading: string;
  readonly children: () => ReactNode;
  readonly beginsOpen?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(props.beginsOpen ?? false);
  return (
    <FoldedPart heading={props.heading} isOpen={isOpen} onToggle={setIsOpen}>
      {props.children}
    </FoldedPart>
  );
}
