import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A client that sends a body or reads a response must move this many bytes in each period: 1,000 a
 * second on average, with pauses of minutes. Node's `requestTimeout` has no such minimum: it would
 * either end 50 MB over a slow phone or let one byte a minute hold an upload.
 */
const defaultProgress = { minBytes: 300_000, milliseconds: 5 * 60_000 };

interface Mark {
  readonly request: IncomingMessage;
  /** The time at which `bytes` had been moved. */
  readonly at: number;
  readonly bytes: number;
}

export function watchProgress({ minBytes, milliseconds } = defaultProgress) {
  const marks = new Map<ServerResponse, Mark>();
  return {
    watch(request: IncomingMessage, response: ServerResponse): void {
      marks.set(response, { request, at: performance.now(), bytes: bytesMoved(request) });
      // The body of a shed request may go on after its response.
      response.once('close', () => request.complete && marks.delete(response));
    },
    /** Closes the connections of clients that moved too little. It is called every second. */
    closeStalled(now: number): void {
      for (const [response, { request, at, bytes }] of marks) {
        const isClientsTurn = !request.complete || response.writableLength > 0;
        const moved = bytesMoved(request);
        if (request.socket.destroyed || (request.complete && response.closed)) marks.delete(response);
        else if (!isClientsTurn || moved - bytes >= minBytes) marks.set(response, { request, at: now, bytes: moved });
        else if (now - at > milliseconds) request.socket.destroy();
      }
    },
  };
}

/** The bytes that were received, or that the operating system has taken to be sent. */
function bytesMoved({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
