import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages } from '@redress/contract/language';
import { languageHeader } from '@redress/contract/http-headers';

/** The request header, for a route's schema. */
export const languageHeaders = {
  [languageHeader]: Type.Optional(
    Type.String({
      description:
        'The language of everything that people read: `en`, `es`, or a list with qualities. English where neither is named. The answer says its language by `Content-Language`',
    }),
  ),
};

/**
 * The best supported language for an `Accept-Language` header (RFC 9110, 12.5.4; RFC 4647, 3.4).
 * Among equal qualities, the first wins; `es-MX` matches `es`. English if none matches.
 */
export function chooseLanguage(header = ''): Language {
  let best: { readonly language: Language; readonly quality: number } = { language: 'en', quality: 0 };
  for (const range of header.toLowerCase().split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? 1);
    // `*` means English.
    const language = tag === '*' ? 'en' : languages.find((one) => one === tag.split('-')[0]);
    if (language && quality > best.quality && quality <= 1) best = { language, quality };
  }
  return best.language;
}

/** The language of a page by its path, as in `/es/notice`. English pages have no prefix. */
export function languageOfPath(path = '/'): Language {
  const [, first] = path.split(/[/?]/);
  return languages.find((language) => language === first) ?? 'en';
}

/** The requested language. Sets `Content-Language` and `Vary` on the response. */
export function answerInLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const language = chooseLanguage(request.headers[languageHeader]);
  void reply.header('content-language', language).header('vary', 'Accept-Language');
  return language;
}
