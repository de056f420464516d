import { mailMarkers } from '@redress/contract/site-files';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * A part of a built page that the server leaves out if it sends no email. React cannot render
 * comments, so the markers and the section are one string of HTML.
 */
export function MailSection({ children }: { readonly children: ReactElement }) {
  const html = mailMarkers.start + renderToStaticMarkup(children) + mailMarkers.end;
  // The HTML comes from React.
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
