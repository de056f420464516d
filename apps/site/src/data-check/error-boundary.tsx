import { Component } from 'react';
import type { ReactNode } from 'react';

/** Keeps a mistake in what is shown of a check from taking the form with it: filing goes on without. */
export class SafeView extends Component<{ readonly instead: ReactNode; readonly children: ReactNode }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
