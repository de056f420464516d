import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@redress/contract/language';
import { languageHeader } from '@redress/contract/http-headers';
import { headersOfText, ProblemError, writeProblem } from '../problem.ts';
import { problemMessages } from '../problem-messages.ts';
import { chooseLanguage, languageOfPath } from '../request-language.ts';
import type { SecurityHeaders } from '../security-headers.ts';

/** Bytes of a shed request's body, more than any claim has. */
const maxDiscarded = 4_000_000;

/** Without JavaScript, reloading the page submits the form again, with its files. */
const pageMessages: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'We could not accept what you just sent. Your browser still has it.',
    'Please keep this page open. Wait a minute, then reload it. If your browser asks, choose to send the form again.',
    'Or press Back to return to the form.',
  ],
  es: [
    'No pudimos recibir lo que acaba de enviar. Su navegador todavía lo tiene.',
    'Deje esta página abierta. Espere un minuto y vuelva a cargarla. Si su navegador pregunta, diga que sí quiere enviar el formulario otra vez.',
    'O use el botón Atrás para volver al formulario.',
  ],
};

/** Prepared once, without `Retry-After`: shedding a request must cost less than reading it. */
export function prepareOverloadedResponses(headersOf: SecurityHeaders) {
  // The body is text: Node sends text and headers with one cheap system call.
  const flatten = ({ headers, body }: { readonly headers: Record<string, string>; readonly body: string }) => ({
    headers: Object.entries(headers).flat(),
    body,
  });
  const problem = (language: Language) => flatten(writeProblem(new ProblemError('overloaded'), language, headersOf));
  const page = (language: Language) => {
    const body = renderBusyPage(language);
    return flatten({ headers: { ...headersOf('/'), ...headersOfText('text/html', body, language) }, body });
  };
  return { problems: { en: problem('en'), es: problem('es') }, pages: { en: page('en'), es: page('es') } };
}

/** The page for a browser without JavaScript whose form was not processed. */
export function renderBusyPage(language: Language): string {
  return renderPlainPage(language, problemMessages[language].overloaded.title, pageMessages[language]);
}

/** A page that needs neither the database nor the page renderer. */
export function renderPlainPage(language: Language, title: string, lines: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main></body>
</html>
`;
}

/**
 * Answers 503 with Node alone, before Fastify: with a page to a no-script form, otherwise with a
 * problem. Node then discards the body, because browsers read the response only after sending. It
 * discards only the beginning of a huge body: by then other clients and the proxy have read the
 * response.
 */
export function sendOverloaded(
  responses: ReturnType<typeof prepareOverloadedResponses>,
  request: IncomingMessage,
  response: ServerResponse,
  { isPage, retryAfterSeconds }: { readonly isPage: boolean; readonly retryAfterSeconds: number },
): void {
  const language = isPage ? languageOfPath(request.url) : chooseLanguage(request.headers[languageHeader]);
  const { headers, body } = (isPage ? responses.pages : responses.problems)[language];
  if ('transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > maxDiscarded) {
    let discarded = 0;
    request.on('data', ({ length }: Buffer) => {
      discarded += length;
      if (discarded > maxDiscarded) request.destroy();
    });
  }
  response.writeHead(503, [...headers, 'retry-after', String(retryAfterSeconds)]).end(body);
}
