import fc from 'fast-check';
import type { ApiDescription } from '../api-description.ts';
import type { FuzzRequest } from '../fuzz-request.ts';
import { allowedCalls, forbiddenCalls } from './described-calls.ts';
import { oddDocuments } from './whole-uploads.ts';
import { mutatedClaims } from './mutated-claims.ts';
import { oddPieces } from './upload-chunks.ts';
import { noScriptForms } from './no-script-forms.ts';
import { rawLines } from './raw-requests.ts';
import { staticPaths } from './static-paths.ts';

/** Requests of every kind, with their weights. */
export function everyKind(api: ApiDescription): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: allowedCalls(api) },
    { weight: 5, arbitrary: forbiddenCalls(api) },
    { weight: 5, arbitrary: mutatedClaims },
    { weight: 3, arbitrary: rawLines },
    { weight: 3, arbitrary: oddDocuments },
    { weight: 3, arbitrary: oddPieces },
    { weight: 3, arbitrary: noScriptForms },
    { weight: 2, arbitrary: staticPaths },
  );
}
