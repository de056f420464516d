// A worker, so that typing stays smooth. (`altcha-lib/workers/pbkdf2` is for Node.)
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
