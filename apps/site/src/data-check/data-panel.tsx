import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { CheckedView } from './checked-view.tsx';
import { CheckingView } from './checking-view.tsx';
import { ColumnsView } from './columns-view.tsx';
import type { DataCheck } from './data-check.ts';
import { FoldedByItself } from './disclosure.tsx';
import type { PanelProps } from './data-check-context.ts';
import type { RoomParts } from './data-check-parts.ts';
import { sayChange } from './announce-change.ts';

/** What is known of one data file: how far its check is, or what came of it. */
export function DataPanel({ check, onRemove, room }: PanelProps & { readonly room: RoomParts }) {
  const state = useSyncExternalStore(check.subscribe, check.state, check.state);
  const panel = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(panel, state.name);
  return (
    <section
      className="data-panel"
      aria-label={room.messages.panel(check.file.name)}
      ref={panel}
      tabIndex={-1}
      {...keepFocus}
    >
      <p className="visually-hidden" role="status">
        {sayChange(check.file.name, state, room)}
      </p>
      <StateView check={check} onRemove={onRemove} room={room} />
    </section>
  );
}

function StateView({ check, onRemove, room }: PanelProps & { readonly room: RoomParts }) {
  const state = check.state();
  const { messages, words } = room;
  switch (state.name) {
    case 'checking':
      return <CheckingView check={check} progress={state.progress} messages={messages} />;
    case 'stopped':
      return <StartAgain check={check} words={messages.stopped.text} label={messages.stopped.start} />;
    case 'failed':
      return <StartAgain check={check} words={messages.failed.text} label={messages.failed.start} />;
    case 'checked': {
      const { result } = state;
      switch (result.outcome) {
        case 'checked':
          return <CheckedView check={check} report={result.report} room={room} />;
        case 'no-data':
          return (
            <>
              <p className="data-verdict">
                <strong>{messages.noData.heading}</strong>
              </p>
              {result.tables.length > 0 && (
                <>
                  <p className="hint">{messages.noData.text}</p>
                  <FoldedByItself heading={messages.noData.isData}>
                    {() => <ColumnsView check={check} tables={result.tables} room={room} isFolded />}
                  </FoldedByItself>
                </>
              )}
            </>
          );
        case 'unreadable':
          return (
            <div className="data-verdict note bad">
              <p>
                <strong>{messages.unreadable.heading}</strong>
              </p>
              <p>{words.unreadable[result.reason]}</p>
              <button type="button" className="button quiet" onClick={onRemove}>
                {messages.unreadable.remove}
              </button>
            </div>
          );
      }
    }
  }
}

function StartAgain(props: { readonly check: DataCheck; readonly words: string; readonly label: string }) {
  return (
    <div className="data-verdict note">
      <p>{props.words}</p>
      <button type="button" className="button quiet" onClick={() => props.check.start()}>
        {props.label}
      </button>
    </div>
  );
}

/** Where a change takes away the control that had the focus, the panel gets it: Tab goes on from here, not from the top of the page. */
function useKeptFocus(panel: RefObject<HTMLElement | null>, stateName: string) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current && !panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, [panel, stateName]);
  return {
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      // A control that is taken away has nobody to give the focus to; what somebody clicks beside controls has not either, and is seen below.
      if (event.relatedTarget) hadFocus.current = false;
    },
  };
}
