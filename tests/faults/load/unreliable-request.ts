import type { AnyAnswers } from '@redress/forms/answers';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

/** The current faults between claimants and servers. Fault tests change it while claimants file. */
export interface Network {
  /** The share of requests with a body that break during or just after it: 0 to 1. */
  cutShare: number;
  /** Of the proxy in front of the servers. */
  readonly certificate?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The whole body was written to the connection. */
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
export function ask(address: string, asked: Request, network: Network): Promise<Answer> {
  const { method, path, headers, body, onSent } = asked;
  const cutAt = body && Math.random() < network.cutShare ? Math.floor(Math.random() * (body.length + 1)) : undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new NoResponseError(`${method} ${path} got no answer`, { cause: error }));
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
    sent.on('error', fail);
    sent.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', fail);
      response.on('end', () => {
        if (!response.complete) return fail(new Error('the answer broke off'));
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        });
      });
    });
    if (body === undefined) return void sent.end();
    if (cutAt === undefined || cutAt === body.length) onSent?.();
    if (cutAt === undefined) return void sent.end(body);
    sent.write(body.subarray(0, cutAt), () => setTimeout(() => sent.destroy(), Math.random() * 20));
  });
}

/** Also for the name in the proxy's certificate. */
const lookUpThisMachine: LookupFunction = (_name, { all }, done) => {
  if (all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

// What claimants know, independent of the server: what they sent, and the responses they got. The
// checker compares the server's data with it.

/** A document as its sender knows it. */
export interface SentDocument {
  readonly name: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
  /** All its bytes were sent at least once. */
  isSent: boolean;
  /** The server answered that it is stored, or that all its chunks have arrived. */
  isAnswered: boolean;
}

/** A claim as its claimant knows it. */
export interface SentClaim {
  readonly key: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly noticeId?: string;
  /** As they must be stored, with tax IDs. */
  readonly answers: AnyAnswers;
  readonly email: string;
  readonly documents: SentDocument[];
  /** The whole body was sent at least once; otherwise there must be no claim. */
  isSent: boolean;
  answered?: {
    readonly claimNumber: string;
    readonly dateCreated: string;
    /** By `performance.now()`. */ readonly at: number;
  };
}

/** A response that no claimant should get, whatever breaks. */
interface UnexpectedResponse {
  readonly request: string;
  readonly status: number;
  readonly text: string;
}

export interface SentClaims {
  /** Requests repeated because no response came or it asked for a retry. */
  readonly repeated: string[];
  readonly claims: SentClaim[];
  readonly unexpectedResponses: UnexpectedResponse[];
}
