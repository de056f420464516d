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
export function chooseLanguage(header: string | undefined): Language {
  let best: Language = 'en';
  let highest = 0;
  for (const { tag, quality } of readRanges(header ?? '')) {
    const language = languageOf(tag);
    if (language === undefined || quality <= highest) continue;
    best = language;
    highest = quality;
  }
  return best;
}

/** The requested language. Sets `Content-Language` and `Vary` on the response. */
export function answerInLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const language = chooseLanguage(request.headers[languageHeader]);
  void reply.header('content-language', language).header('vary', 'Accept-Language');
  return language;
}

interface LanguageRange {
  readonly tag: string;
  readonly quality: number;
}

function readRanges(header: string): LanguageRange[] {
  return header
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0 && quality <= 1);
}

/** `*` means English. */
function languageOf(tag: string): Language | undefined {
  const [primary] = tag.split('-');
  return tag === '*' ? 'en' : languages.find((language) => language === primary);
}
