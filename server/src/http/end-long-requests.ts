import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as it needs, as long as anything of it comes. */
    mayTakeLong?: boolean;
  }
}

export interface RequestTimes {
  readonly longestMilliseconds: number;
  readonly stillMilliseconds: number;
}
/** A slow line may take long for 25 MB; nothing may take longer, but a piece of a file that is still coming. A dead line says nothing. */
const defaultTimes: RequestTimes = { longestMilliseconds: 30 * 60 * 1_000, stillMilliseconds: 2 * 60 * 1_000 };

/**
 * Breaks a request off whose body takes too long: as a whole, or for routes with `mayTakeLong` when nothing more of it comes. Node's own limit
 * (`requestTimeout`) is one for the whole server. How long the headers may take is Node's to limit.
 */
export function endLongRequests(app: FastifyInstance, times: RequestTimes = defaultTimes): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const end = () => raw.destroy();
    if (request.routeOptions.config.mayTakeLong !== true) {
      const timer = setTimeout(end, times.longestMilliseconds);
      timer.unref();
      raw.once('close', () => clearTimeout(timer));
    } else {
      let before = raw.socket.bytesRead;
      const timer = setInterval(() => {
        const now = raw.socket.bytesRead;
        if (now === before && !raw.readableEnded) end();
        before = now;
      }, times.stillMilliseconds);
      timer.unref();
      raw.once('close', () => clearInterval(timer));
    }
    done();
  });
}
