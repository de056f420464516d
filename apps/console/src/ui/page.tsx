import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface PageProps {
  readonly title: string;
  readonly heading?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Focuses the heading once the focused control is gone, for example with the action it offered. */
function useLostFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let focused = document.activeElement;
    const remember = () => {
      focused = document.activeElement;
    };
    const observer = new MutationObserver(() => {
      if (focused?.isConnected !== false) return;
      focused = null;
      // By the next frame, whatever moves the focus elsewhere, such as a closed dialog, has done so.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        ([...document.querySelectorAll<HTMLElement>('.dialog')].at(-1) ?? heading.current)?.focus({
          preventScroll: true,
        });
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [heading]);
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
  useLostFocus(ref);
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
