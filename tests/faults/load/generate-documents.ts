import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { SentDocument } from './sent-claims.ts';

/** A document to send, with unique bytes. */
export interface GeneratedDocument {
  readonly bytes: Buffer;
  readonly sent: SentDocument;
}

export function makeDocument(index: number, bytes: { readonly from: number; readonly to: number }): GeneratedDocument {
  const size = randomInt(bytes.from, bytes.to);
  return index % 3 === 0 ? describe(`list-${index}.csv`, csv(size)) : describe(`proof-${index}.pdf`, pdf(size));
}

function pdf(size: number): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${randomBytes(size / 2).toString('hex')}\n%%EOF\n`);
}

function csv(size: number): Buffer {
  const line = () => `${randomBytes(8).toString('hex')},${randomInt(1_000_000)},some words\n`;
  return Buffer.from(`name,number,remark\n${Array.from({ length: Math.ceil(size / 34) }, line).join('')}`);
}

function describe(name: string, bytes: Buffer): GeneratedDocument {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sent: { name, size: bytes.length, sha256, isSent: false, isAnswered: false } };
}
