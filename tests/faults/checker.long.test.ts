// Every change, of which `npm test` tries one for each kind of finding.
import './checker.test.ts';
