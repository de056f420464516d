// Every row, of which `npm test` tries two.
import './claims-verify-columns.api.test.ts';
