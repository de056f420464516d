import { Fragment } from 'react';

/** Text in which a long email address breaks before `@` or a dot, not inside a word. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?=[@.]\S)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- The parts have no identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
