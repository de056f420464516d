import type { ClaimDocument } from '@redress/contract/console/claim-details';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FrameKey, TableType, View } from '../../preview/messages.ts';
import { documentAddress, fetchDocument } from './claim-queries.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { formatCount } from '../ui/format.ts';
import { areShortcutsOn, useShortcuts } from '../ui/use-shortcuts.ts';
import { type PreviewState, usePreviewFrame } from './use-preview-frame.ts';

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

interface PreviewProps {
  readonly number: string;
  readonly document: ClaimDocument;
  readonly isWide: boolean;
  readonly onWide: (isWide: boolean) => void;
  readonly onClose: () => void;
  /** Shows the next document, or the previous one. */
  readonly onStep: (step: 1 | -1) => void;
}

/**
 * Shows a PDF, a picture, a text file or a table, page by page, in a frame that has no network and
 * no access to the console.
 */
export function DocumentPreview(props: PreviewProps) {
  const { number, document } = props;
  const { id } = document;
  const query = useQuery({
    queryKey: ['claim', number, 'preview', id],
    queryFn: ({ signal }) => fetchDocument(number, id, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (query.error)
    return (
      <Failure>
        <p>{query.error.message}</p>
        <p className="actions">
          <Button onClick={query.refetch}>Try again</Button>
          <Button onClick={props.onClose}>Close</Button>
        </p>
      </Failure>
    );
  if (!query.data) return <p className="loading">Loading the document …</p>;
  return <FramedDocument {...props} bytes={query.data} />;
}

function FramedDocument(props: PreviewProps & { readonly bytes: ArrayBuffer }) {
  const { number, document, bytes, isWide, onWide, onClose, onStep } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [view, setView] = useState<View>({ page: 1, zoom: 1, degrees: 0 });
  const kind = kindOf(document.type);
  const pageName = kind === 'xlsx' ? 'Sheet' : 'Page';
  const zoomBy = (step: number) => {
    const zoom = zooms[zooms.findIndex((each) => each === view.zoom) + step];
    if (zoom !== undefined) setView({ ...view, zoom });
  };
  const zoomKeys = {
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => setView({ ...view, zoom: 1 }),
  };
  useShortcuts(zoomKeys);
  const keys = { ...zoomKeys, '[': () => onStep(-1), ']': () => onStep(1) };
  const onKey = (key: FrameKey) => areShortcutsOn() && keys[key]();
  const state = usePreviewFrame(frame, { kind, bytes, view, onKey });
  const name = document.name ?? 'document';
  const isFailed = state.name === 'failed' || state.name === 'stuck';
  return (
    <div className="preview" role="group" aria-label={`Preview of ${name}`} ref={scrollTo}>
      <p className="preview-name">{name}</p>
      <PreviewControls
        view={view}
        pages={state.pages}
        page={pageName}
        canRotate={kind === 'pdf' || kind === 'picture'}
        isDisabled={isFailed}
        onView={setView}
        onZoom={zoomBy}
      >
        <Button aria-pressed={isWide} onClick={() => onWide(!isWide)}>
          Full width
        </Button>
        <Button onClick={onClose}>Close</Button>
      </PreviewControls>
      {document.scan === 'not-configured' && (
        <p className="soft">
          This website has no virus scanner, so the document wasn’t scanned. The preview can’t reach the console or the
          network.
        </p>
      )}
      <p className="preview-state" role="status">
        {describeState(state, pageName)}
      </p>
      {isFailed ? (
        <a className="button" href={documentAddress(number, document.id)} download>
          Download {name}
        </a>
      ) : (
        // The sandbox gives the frame a separate origin: no cookies, no storage, and not this page.
        <iframe ref={frame} className="preview-frame" src="/console/preview" sandbox="allow-scripts" title={name} />
      )}
    </div>
  );
}

/**
 * A preview opens below the list of documents, and browsers do not paint a frame outside the
 * window.
 */
const scrollTo = (preview: HTMLElement | null) => preview?.scrollIntoView({ block: 'start' });

function PreviewControls(props: {
  readonly view: View;
  readonly pages: number;
  /** The noun for a page. */
  readonly page: string;
  readonly canRotate: boolean;
  readonly isDisabled: boolean;
  readonly onView: (view: View) => void;
  readonly onZoom: (step: 1 | -1) => void;
  readonly children: React.ReactNode;
}) {
  const { view, pages, page: pageName, canRotate, isDisabled, onView, onZoom, children } = props;
  const zoomAt = zooms.findIndex((zoom) => zoom === view.zoom);
  const goTo = (page: number) => page >= 1 && page <= pages && onView({ ...view, page });
  return (
    <div className="row preview-controls">
      {pages > 1 && (
        <>
          <Button disabled={view.page <= 1} onClick={() => goTo(view.page - 1)}>
            Previous {pageName.toLowerCase()}
          </Button>
          <label className="preview-page">
            <span className="visually-hidden">{pageName}</span>
            <input
              type="number"
              min={1}
              max={pages}
              value={view.page}
              onChange={(event) => goTo(event.target.valueAsNumber)}
            />
            of {formatCount(pages)}
          </label>
          <Button disabled={view.page >= pages} onClick={() => goTo(view.page + 1)}>
            Next {pageName.toLowerCase()}
          </Button>
        </>
      )}
      <Button disabled={isDisabled || zoomAt <= 0} aria-keyshortcuts="-" onClick={() => onZoom(-1)}>
        Smaller <kbd aria-hidden="true">−</kbd>
      </Button>
      <Button disabled={isDisabled || zoomAt >= zooms.length - 1} aria-keyshortcuts="+" onClick={() => onZoom(1)}>
        Larger <kbd aria-hidden="true">+</kbd>
      </Button>
      {canRotate && (
        <Button disabled={isDisabled} onClick={() => onView({ ...view, degrees: nextDegrees[view.degrees] })}>
          Rotate
        </Button>
      )}
      {children}
    </div>
  );
}

const nextDegrees = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

/** All other types are pictures. */
const kindOf = (type: string): 'pdf' | 'picture' | TableType =>
  type === 'pdf' || type === 'txt' || type === 'csv' || type === 'xlsx' ? type : 'picture';

function describeState(state: PreviewState, page: string): string {
  switch (state.name) {
    case 'loading':
      return 'Opening the document …';
    case 'shown':
      return state.pages > 1 ? `${page} ${formatCount(state.page)} of ${formatCount(state.pages)}` : '';
    case 'stuck':
      return 'The preview took too long and was stopped. Download the document to open it.';
    case 'failed':
      switch (state.failure) {
        case 'too-large':
          return `The picture has ${formatCount(state.width)} × ${formatCount(state.height)} pixels, too large to preview. Download it to open it.`;
        case 'password':
          return 'The PDF is password-protected and can’t be previewed.';
        case 'damaged':
          return 'The file is damaged or isn’t the type its name says, so it can’t be previewed.';
        case 'failed':
          return 'This document can’t be previewed. Download it to open it.';
      }
  }
}
