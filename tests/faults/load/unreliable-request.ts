import type { AnyAnswers } from '@redress/forms/answers';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type HttpAnswer, readAnswer } from '../../setup/read-answer.ts';

/** Fault tests change the faults between claimants and servers while claimants file. */
export interface Network {
  /** This share (0 to 1) of requests with a body breaks during or just after it. */
  cutShare: number;
  /** The certificate of the proxy in front of the servers. */
  readonly certificate?: string | undefined;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Called when the whole body was written to the connection. */
  readonly onSent?: () => void;
}

/** No response came. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/** Longer than the server waits for its database. */
const maxWaitMilliseconds = 25_000;

/**
 * Sends a request on a new connection. Rejects with a `NoResponseError` when no complete response
 * comes.
 */
export async function ask(address: string, asked: Request, network: Network): Promise<HttpAnswer> {
  const { method, path, headers, body, onSent } = asked;
  const cutAt = body && Math.random() < network.cutShare ? Math.floor(Math.random() * (body.length + 1)) : undefined;
  const url = new URL(path, address);
  const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    agent: false,
    lookup: lookUpThisMachine,
    ca: network.certificate,
    headers: { ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
  });
  const timer = setTimeout(() => sent.destroy(new Error('no response in time')), maxWaitMilliseconds);
  sent.on('close', () => clearTimeout(timer));
  const answer = readAnswer(sent);
  if (body && (cutAt === undefined || cutAt === body.length)) onSent?.();
  if (cutAt === undefined) sent.end(body);
  else sent.write(body?.subarray(0, cutAt) ?? '', () => setTimeout(() => sent.destroy(), Math.random() * 20));
  try {
    return await answer;
  } catch (error) {
    throw new NoResponseError(`${method} ${path} got no answer`, { cause: error });
  }
}

/** The name in the proxy's certificate resolves to this machine, too. */
const lookUpThisMachine: LookupFunction = (_name, { all }, done) => {
  if (all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

// Claimants know their requests and the responses, independent of the server. The checker compares
// the server's data with them.

/** The sender knows these facts about a document. */
export interface SentDocument {
  readonly name: string;
  readonly size: number;
  /** The hash is in hex. */
  readonly sha256: string;
  /** True if all bytes were sent at least once. */
  isSent: boolean;
  /** True if the server answered that it is stored, or that all chunks have arrived. */
  isAnswered: boolean;
}

/** The claimant knows these facts about a claim. */
export interface SentClaim {
  readonly key: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly noticeId?: string;
  /** The answers must be stored like this, with tax IDs. */
  readonly answers: AnyAnswers;
  readonly email: string;
  readonly documents: SentDocument[];
  /** The whole body was sent at least once. Otherwise there must be no claim. */
  isSent: boolean;
  answered?: {
    readonly claimNumber: string;
    readonly dateCreated: string;
    /** The time is of `performance.now()`. */
    readonly at: number;
  };
}

/** No claimant should get such a response, whatever breaks. */
interface UnexpectedResponse {
  readonly request: string;
  readonly status: number;
  readonly text: string;
}

export interface SentClaims {
  /** These requests were repeated because no response came or it asked for a retry. */
  readonly repeated: string[];
  readonly claims: SentClaim[];
  readonly unexpectedResponses: UnexpectedResponse[];
}
