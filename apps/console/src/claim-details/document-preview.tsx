import type { ClaimDocument } from '@redress/contract/console/claim-details';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { View } from '../../preview/messages.ts';
import { documentAddress, fetchDocument } from './claim-queries.ts';
import { Failure } from '../ui/failure.tsx';
import { formatCount } from '../ui/format.ts';
import { type PreviewState, usePreviewFrame } from './use-preview-frame.ts';

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

interface PreviewProps {
  readonly number: string;
  readonly document: ClaimDocument;
  readonly isWide: boolean;
  readonly onWide: (isWide: boolean) => void;
  readonly onClose: () => void;
}

/**
 * Shows a PDF or a picture, page by page, in a frame that has no network and no access to the
 * console.
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
          <button type="button" className="button" onClick={() => void query.refetch()}>
            Try again
          </button>
          <button type="button" className="button" onClick={props.onClose}>
            Close
          </button>
        </p>
      </Failure>
    );
  if (!query.data) return <p className="loading">Loading the document …</p>;
  return <FramedDocument {...props} bytes={query.data} />;
}

function FramedDocument(props: PreviewProps & { readonly bytes: ArrayBuffer }) {
  const { number, document, bytes, isWide, onWide, onClose } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [view, setView] = useState<View>({ page: 1, zoom: 1, degrees: 0 });
  const kind = document.type === 'pdf' ? 'pdf' : 'picture';
  const state = usePreviewFrame(frame, { kind, bytes, view });
  const name = document.name ?? 'document';
  const isFailed = state.name === 'failed' || state.name === 'stuck';
  return (
    <div className="preview" role="group" aria-label={`Preview of ${name}`} ref={scrollTo}>
      <PreviewControls view={view} pages={state.pages} isDisabled={isFailed} onView={setView}>
        <button type="button" className="button" aria-pressed={isWide} onClick={() => onWide(!isWide)}>
          Full width
        </button>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </PreviewControls>
      {document.scan === 'not-configured' && (
        <p className="soft">
          This website has no virus scanner, so the document was not scanned. It shows in a frame that can reach neither
          the console nor the network.
        </p>
      )}
      <p className="preview-state" role="status">
        {describeState(state)}
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
 * A preview opens below the list of documents, and browsers paint no frame that is out of sight.
 */
const scrollTo = (preview: HTMLElement | null) => preview?.scrollIntoView({ block: 'start' });

function PreviewControls(props: {
  readonly view: View;
  readonly pages: number;
  readonly isDisabled: boolean;
  readonly onView: (view: View) => void;
  readonly children: React.ReactNode;
}) {
  const { view, pages, isDisabled, onView, children } = props;
  const zoomAt = zooms.findIndex((zoom) => zoom === view.zoom);
  const zoomTo = (zoom: number | undefined) => zoom !== undefined && onView({ ...view, zoom });
  const goTo = (page: number) => page >= 1 && page <= pages && onView({ ...view, page });
  return (
    <div className="row preview-controls">
      {pages > 1 && (
        <>
          <button type="button" className="button" disabled={view.page <= 1} onClick={() => goTo(view.page - 1)}>
            Previous page
          </button>
          <label className="preview-page">
            <span className="visually-hidden">Page</span>
            <input
              type="number"
              min={1}
              max={pages}
              value={view.page}
              onChange={(event) => goTo(event.target.valueAsNumber)}
            />
            of {formatCount(pages)}
          </label>
          <button type="button" className="button" disabled={view.page >= pages} onClick={() => goTo(view.page + 1)}>
            Next page
          </button>
        </>
      )}
      <button
        type="button"
        className="button"
        disabled={isDisabled || zoomAt <= 0}
        onClick={() => zoomTo(zooms[zoomAt - 1])}
      >
        Smaller
      </button>
      <button
        type="button"
        className="button"
        disabled={isDisabled || zoomAt >= zooms.length - 1}
        onClick={() => zoomTo(zooms[zoomAt + 1])}
      >
        Larger
      </button>
      <button
        type="button"
        className="button"
        disabled={isDisabled}
        onClick={() => onView({ ...view, degrees: nextDegrees[view.degrees] })}
      >
        Rotate
      </button>
      {children}
    </div>
  );
}

const nextDegrees = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

function describeState(state: PreviewState): string {
  switch (state.name) {
    case 'loading':
      return 'Opening the document …';
    case 'shown':
      return state.pages > 1 ? `Page ${formatCount(state.page)} of ${formatCount(state.pages)}` : '';
    case 'stuck':
      return 'The document takes too long to show, so its preview was stopped. Download it to open it in a program.';
    case 'failed':
      switch (state.failure) {
        case 'too-large':
          return `The picture has ${formatCount(state.width)} × ${formatCount(state.height)} pixels, too many to show here. Download it to open it in a program.`;
        case 'password':
          return 'The PDF is protected by a password, so it cannot be shown here.';
        case 'damaged':
          return 'The file is damaged or not what its type says, so it cannot be shown here.';
        case 'failed':
          return 'The document cannot be shown here. Download it to open it in a program.';
      }
  }
}
