import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@redress/contract/language';
import { languageHeader } from '@redress/contract/http-headers';
import { describeProblem, ProblemError } from '../problem.ts';
import { problemWords } from '../problem-messages.ts';
import { chooseLanguage } from '../request-language.ts';
import type { SecurityHeaders } from '../security-headers.ts';

/** What a browser without script shows. Its own "reload" posts the form again, with the files: nothing needs to be kept here. */
const pageTexts: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'We could not take what you just sent. Your browser still has it.',
    'Please keep this page open. Wait a minute, then reload it. If your browser asks, say that you want to send the form again.',
    'Or press Back to return to the form.',
  ],
  es: [
    'No pudimos recibir lo que acaba de enviar. Su navegador todavía lo tiene.',
    'Deje esta página abierta. Espere un minuto y vuelva a cargarla. Si su navegador pregunta, diga que sí quiere enviar el formulario otra vez.',
    'O use el botón Atrás para volver al formulario.',
  ],
};

interface ReadyAnswer {
  /** Names and values in turns. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Everything but when to come again, made once: a request that is turned away should cost less than reading it. */
export interface ShedAnswers {
  readonly problems: Readonly<Record<Language, ReadyAnswer>>;
  readonly pages: Readonly<Record<Language, ReadyAnswer>>;
}

export function makeShedAnswers(headers: SecurityHeaders): ShedAnswers {
  const answer = (language: Language, type: string, text: string, url: string): ReadyAnswer => {
    const body = Buffer.from(text);
    const all = {
      ...headers.of(url),
      'content-type': `${type}; charset=utf-8`,
      'content-length': String(body.length),
      'content-language': language,
      vary: 'Accept-Language',
      'cache-control': 'no-store',
    };
    return { headers: Object.entries(all).flat(), body };
  };
  const problem = (language: Language) => {
    const described = describeProblem(new ProblemError('overloaded'), language);
    return answer(language, 'application/problem+json', JSON.stringify(described), '/api/');
  };
  const page = (language: Language) => answer(language, 'text/html', renderBusyPage(language), '/');
  return { problems: { en: problem('en'), es: problem('es') }, pages: { en: page('en'), es: page('es') } };
}

/** What a browser without script shows where its form is not taken. */
export function renderBusyPage(language: Language): string {
  const { title } = problemWords[language].overloaded;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main><h1>${title}</h1>${pageTexts[language].map((line) => `<p>${line}</p>`).join('')}</main></body>
</html>
`;
}

/** A body up to here has most likely come with its head: reading it away costs less than a new connection. */
const smallBody = 64 * 1024;
/** Larger ones are read away for a while, because a browser reads no answer before it has sent everything. */
const lingerMs = 10_000;
const lingerBytes = 4 * 1024 * 1024;
/** So many at a time; a connection beyond is just cut. */
const mostLingering = 200;
let lingering = 0;

export interface ShedAnswer {
  /** For a page's form that a browser posted by itself: a page. */
  readonly isPage: boolean;
  readonly retryAfterSeconds: number;
}

/** Answers 503 without reading the request, by Node alone: nothing of Fastify has been paid for yet. */
export function answerShed(
  answers: ShedAnswers,
  request: IncomingMessage,
  response: ServerResponse,
  shed: ShedAnswer,
): void {
  const language = shed.isPage ? languageOfPath(request.url) : chooseLanguage(request.headers[languageHeader]);
  const { headers, body } = (shed.isPage ? answers.pages : answers.problems)[language];
  const all = [...headers, 'retry-after', String(shed.retryAfterSeconds)];
  const length = request.headers['content-length'];
  const isSmall =
    length === undefined ? request.headers['transfer-encoding'] === undefined : Number(length) <= smallBody;
  if (isSmall) {
    response.writeHead(503, all);
    response.end(body);
    return;
  }
  response.writeHead(503, [...all, 'connection', 'close']);
  if (lingering >= mostLingering) {
    response.end(body);
    return;
  }
  linger(request, response, body);
}

/** The whole answer goes out at once; the connection ends when the body has come, or when that takes too long. */
function linger(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  lingering += 1;
  response.write(body);
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), lingerMs);
  timer.unref();
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > lingerBytes) request.destroy();
  });
  request.once('end', () => response.end());
  // A line that breaks meanwhile is no news.
  request.once('error', () => {});
  response.once('error', () => {});
  request.once('close', () => {
    clearTimeout(timer);
    lingering -= 1;
  });
}

/** As pages are told apart: those in Spanish stand below `/es`. */
function languageOfPath(url = '/'): Language {
  return /^\/es(\/|$|\?)/.test(url) ? 'es' : 'en';
}
