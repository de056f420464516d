import { receiptTokenSeconds } from '@redress/contract/cookie-lifetimes';
import { receiptTokenHeader } from '@redress/contract/http-headers';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { equalTexts } from '../../platform/http/signed-cookies.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { decryptText, encryptText } from '../../platform/keys/encrypted-fields.ts';
import { acceptedKeys, keyedHashText, type Keys } from '../../platform/keys/keys.ts';

/** A redirect is followed at once; a later use comes from the browser's history. */
const codeSeconds = 60;

export type ClaimAccess = ReturnType<typeof claimAccess>;

/**
 * Creates and checks the tokens and codes that open a filed claim; its reference number with a name
 * or ZIP code also does. A claim's cookie proves only the browser, which others may also use.
 * Tokens and codes are stateless: any process with the keys can check them.
 */
export function claimAccess(keys: Keys) {
  const tokenKeys = acceptedKeys(keys, 'receipt-tokens');
  const codeKeys = acceptedKeys(keys, 'completion-codes');
  const sign = (claimNumber: string, until: string, key = tokenKeys[0]) =>
    keyedHashText(key, `${claimNumber}.${until}`, 'base64url');

  return {
    /** A token for the tab that filed a claim. */
    createToken(claimNumber: string, now: Date): string {
      const until = String(secondsOf(now) + receiptTokenSeconds);
      return `${until}.${sign(claimNumber, until)}`;
    },
    isTokenOf(claimNumber: string, token: unknown, now: Date): boolean {
      const [, until, signature] = /^(\d{10,12})\.([\w-]{43})$/.exec(typeof token === 'string' ? token : '') ?? [];
      if (until === undefined || signature === undefined || Number(until) <= secondsOf(now)) return false;
      return tokenKeys.some((key) => equalTexts(signature, sign(claimNumber, until, key)));
    },
    /** A code for the address of a completion page, which does not reveal the claim number. */
    createCode: (claimNumber: string, now: Date): string =>
      encryptText(`${secondsOf(now)}.${claimNumber}`, codeKeys[0], codeOwner).toString('base64url'),
    /** The claim that a code is for, and whether the code still opens it. */
    readCode(code: string, now: Date): { readonly claimNumber: string; readonly isFresh: boolean } | undefined {
      for (const key of codeKeys) {
        try {
          const [seconds, claimNumber = ''] = decryptText(Buffer.from(code, 'base64url'), key, codeOwner).split('.');
          return { claimNumber, isFresh: Math.abs(secondsOf(now) - Number(seconds)) < codeSeconds };
        } catch {
          // The code was encrypted with another key, or is made up.
        }
      }
      return undefined;
    },
  };
}

const codeOwner = 'completion-code';
const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000);

type Access = { readonly access: ClaimAccess; readonly now: () => Date };

/** The request header, for a route's schema. */
export const receiptTokenHeaders = {
  [receiptTokenHeader]: Type.Optional(Type.String({ description: 'From the response that filed the claim' })),
};

export const hasReceiptToken = ({ access, now }: Access, request: FastifyRequest, claimNumber: string): boolean =>
  access.isTokenOf(claimNumber, request.headers[receiptTokenHeader], now());

/** @throws ProblemError `not-your-claim` unless the request comes from the tab that filed */
export function requireReceiptToken(context: Access, request: FastifyRequest, claimNumber: string): void {
  if (!hasReceiptToken(context, request, claimNumber)) throw new ProblemError('not-your-claim');
}
