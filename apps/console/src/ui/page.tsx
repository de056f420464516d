import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageProps {
  readonly title: string;
  readonly heading?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen. Its heading takes the focus after navigation, and its title names the tab. */
export function Page({ title, heading = title, actions, children }: PageProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  // The focus stays when the title of the same screen changes, or while the person types a search.
  useLayoutEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) ref.current?.focus({ preventScroll: true });
  }, []);
  const { key } = useLocation();
  useEffect(() => {
    // The navigation removed the control that had the focus, for example “Clear filters”.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <>
      <div className="row row-apart page-head">
        <h1 ref={ref} tabIndex={-1}>
          {heading}
        </h1>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
