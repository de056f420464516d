// The proof of work runs beside the page, so that typing stays smooth meanwhile. (`altcha-lib/workers/pbkdf2` is made for Node.)
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
