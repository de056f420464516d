// Every kind of death, also with a bucket.
import './uploads-killed.api.test.ts';
