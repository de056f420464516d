import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@redress/contract/language';
import { languages } from '@redress/contract/language';
import { languageHeader } from '@redress/contract/http-headers';

/** For a route's description. */
export const languageHeaders = {
  [languageHeader]: Type.Optional(
    Type.String({
      description:
        'The language of everything that people read: `en`, `es`, or a list with qualities. English where neither is named. The answer says its language by `Content-Language`',
    }),
  ),
};

/**
 * Our language for an `Accept-Language` header (RFC 9110, 12.5.4; looked up by RFC 4647, 3.4): the one with the highest quality, and of
 * equals the one that is named first. `es-MX` asks for `es`. English where none of ours is asked for.
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

/** The language that a request asks for. The answer says that it is in it, and that it is another in another. */
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

/** `*` is any: English. */
function languageOf(tag: string): Language | undefined {
  const [primary] = tag.split('-');
  return tag === '*' ? 'en' : languages.find((language) => language === primary);
}
