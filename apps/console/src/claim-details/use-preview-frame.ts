import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  type Failure,
  type FrameKey,
  type MessageFromFrame,
  type MessageToFrame,
  readMessage,
  type TableType,
  type View,
} from '../../preview/messages.ts';
import { fetchResource, fetchTableWorker, fetchWorkers } from './preview-resources.ts';

/** A document that shows nothing within this time never will, or blocks its frame. */
const stuckMilliseconds = 20_000;

export type PreviewState =
  | { readonly name: 'loading'; readonly pages: number }
  | { readonly name: 'shown'; readonly page: number; readonly pages: number }
  | {
      readonly name: 'failed';
      readonly pages: number;
      readonly failure: Failure;
      readonly width: number;
      readonly height: number;
    }
  | { readonly name: 'stuck'; readonly pages: number };

interface PreviewedDocument {
  readonly kind: 'pdf' | 'picture' | TableType;
  readonly bytes: ArrayBuffer;
  readonly view: View;
  /** Called with keys that are pressed in the frame. */
  readonly onKey: (key: FrameKey) => void;
}

/** Sends a document and its view to the frame, and follows the frame's messages. */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  { kind, bytes, view, onKey }: PreviewedDocument,
): PreviewState {
  const [state, setState] = useState<PreviewState>({ name: 'loading', pages: 0 });
  const isWaiting = state.name === 'loading' || (state.name === 'shown' && state.page !== view.page);

  const send = useEffectEvent((message: MessageToFrame) => {
    // An opaque origin has no name to target. The bytes reach only this frame, which is identified
    // by its window.
    frame.current?.contentWindow?.postMessage(message, '*');
  });
  const onMessage = useEffectEvent(async (message: MessageFromFrame) => {
    switch (message.type) {
      case 'ready':
        // The frame may be loaded again, so it gets a copy.
        if (kind === 'picture') send({ type: 'show-picture', bytes: bytes.slice(), view });
        else if (kind === 'pdf') send({ type: 'show-pdf', bytes: bytes.slice(), workers: await fetchWorkers(), view });
        else
          send({ type: 'show-table', bytes: bytes.slice(), tableType: kind, worker: await fetchTableWorker(), view });
        break;
      case 'resource':
        send({ type: 'resource', name: message.name, bytes: await fetchResource(message.name) });
        break;
      case 'key':
        onKey(message.key);
        break;
      case 'loaded':
        setState((before) => ({ ...before, pages: message.pages }));
        break;
      case 'shown':
        setState(({ pages }) => ({ name: 'shown', page: message.page, pages }));
        break;
      case 'failed':
        setState(({ pages }) => ({ ...message, name: 'failed', pages }));
    }
  });
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow || origin !== 'null') return;
      const message = readMessage(data);
      if (message)
        void onMessage(message).catch(() =>
          setState(({ pages }) => ({ name: 'failed', pages, failure: 'failed', width: 0, height: 0 })),
        );
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [frame]);
  useEffect(() => send({ type: 'view', view }), [view]);
  useEffect(() => {
    const watched = frame.current;
    if (!isWaiting || !watched) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Browsers pause a frame that is scrolled out of sight.
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.some(({ isIntersecting }) => isIntersecting))
        timer = setTimeout(() => setState(({ pages }) => ({ name: 'stuck', pages })), stuckMilliseconds);
    });
    observer.observe(watched);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [frame, isWaiting, view.page]);
  return state;
}
