import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { CheckResults } from './check-results.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { Disclosure } from './disclosure.tsx';
import { useDataCheckContext } from './data-check-context.ts';
import type { PanelProps } from './data-checker.ts';
import { announceState } from './report-summary.ts';
import type { DataCheck, ShownProgress } from './data-check.ts';

/** The progress or the results of one data file. */
export function DataPanel({ check, onRemove }: PanelProps) {
  const context = useDataCheckContext();
  const state = useSyncExternalStore(check.subscribe, check.state, check.state);
  const panel = useRef<HTMLElement>(null);
  const keepFocus = useFocusRetention(panel, state.name);
  return (
    <section
      className="data-panel"
      aria-label={context.messages.panel(check.file.name)}
      ref={panel}
      tabIndex={-1}
      {...keepFocus}
    >
      <p className="visually-hidden" role="status">
        {announceState(check.file.name, state, context)}
      </p>
      <StateView check={check} onRemove={onRemove} />
    </section>
  );
}

function StateView({ check, onRemove }: PanelProps) {
  const state = check.state();
  const { messages, dataMessages } = useDataCheckContext();
  switch (state.name) {
    case 'checking':
      return <CheckProgressView check={check} progress={state.progress} />;
    case 'stopped':
    case 'failed':
      return (
        <div className="data-summary note">
          <p>{messages[state.name].text}</p>
          <button type="button" className="button quiet" onClick={() => check.start()}>
            {messages[state.name].start}
          </button>
        </div>
      );
    case 'checked': {
      const { result } = state;
      switch (result.outcome) {
        case 'checked':
          return <CheckResults check={check} report={result.report} />;
        case 'no-data':
          return (
            <>
              <p className="data-summary">
                <strong>{messages.noData.heading}</strong>
              </p>
              {result.tables.length > 0 && (
                <>
                  <p className="hint">{messages.noData.text}</p>
                  <Disclosure heading={messages.noData.isData}>
                    {() => <ColumnMapping check={check} tables={result.tables} isInDisclosure />}
                  </Disclosure>
                </>
              )}
            </>
          );
        case 'unreadable':
          return (
            <div className="data-summary note bad">
              <p>
                <strong>{messages.unreadable.heading}</strong>
              </p>
              <p>{dataMessages.unreadable[result.reason]}</p>
              <button type="button" className="button quiet" onClick={onRemove}>
                {messages.unreadable.remove}
              </button>
            </div>
          );
      }
    }
  }
}

/** Moves the focus to the panel when the focused control disappears, so that Tab continues here. */
function useFocusRetention(panel: RefObject<HTMLElement | null>, stateName: string) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current && !panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, [panel, stateName]);
  return {
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      // A removed control has no `relatedTarget`. Neither has a click outside controls, which the
      // effect above ignores.
      if (event.relatedTarget) hadFocus.current = false;
    },
  };
}

function CheckProgressView(props: { readonly check: DataCheck; readonly progress: ShownProgress | undefined }) {
  const { check, progress } = props;
  const labels = useDataCheckContext().messages.checking;
  return (
    <>
      <p className="data-summary">{progress ? labels.working : labels.waiting}</p>
      <progress
        className="progress"
        aria-label={labels.bar(check.file.name)}
        max={1}
        value={progress && progress.bytes > 0 ? progress.bytesRead / progress.bytes : 0}
      />
      <div className="data-line">
        <span className="hint figures">{progress && labels.speed(progress.rows, progress.rowsPerSecond)}</span>
        <button type="button" className="link-button" onClick={() => check.stop()}>
          {labels.stop}
        </button>
      </div>
    </>
  );
}
