import type { FastifyReply } from 'fastify';

/** Answers with a CSV file to download. */
export function sendCsv(reply: FastifyReply, fileName: string, csv: string): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .serializer((text: string) => text)
    .send(csv);
}
