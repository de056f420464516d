// The proof of work runs beside the page, so that typing stays smooth meanwhile.
import 'altcha-lib/workers/pbkdf2';
