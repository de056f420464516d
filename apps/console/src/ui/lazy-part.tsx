import { type ComponentType, lazy } from 'react';
import { Failure } from './failure.tsx';

/** A part of a screen that is loaded when it first shows. If that fails, what was typed stays. */
export const lazyPart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: MissingPart }),
    ),
  );

const MissingPart = () => (
  <Failure>This part couldn’t be loaded. Save or copy what you typed, then reload the page.</Failure>
);
