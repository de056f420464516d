import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { beforeAll, expect } from 'vitest';
import { readsOf } from '../../../setup/read-history.ts';
import { type Browser, logInBrowser } from '../../../setup/browser.ts';
import { signInTab, type StaffTab, type TestRole } from '../../../setup/console.ts';
import { companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { memberOf, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

export const bill = pdf(3_000);
const empty: { consumer?: Browser; number: string; payorNumber: string } = { number: '', payorNumber: '' };

/** A server with a consumer's claim, which has a document, and a payor's. `claims` has their numbers. */
export function useClaimDetails() {
  const server = useTestServer({ members: 6 });
  const claims = { ...empty };
  beforeAll(async () => {
    claims.consumer = await logInBrowser(server.app, memberOf(0));
    claims.number = (await claims.consumer.fileClaim()).body.claimNumber;
    await claims.consumer.upload(claims.number, [{ name: 'Jane’s bill.pdf', bytes: bill }]);
    claims.payorNumber = (await fileTpp(await openForm(server.app), companyAnswers)).body.claimNumber;
  });
  const open = (tab: StaffTab, claim = claims.number) => tab.get<ClaimDetails>(`/claims/${claim}`);
  return {
    server,
    claims,
    signIn: (...roles: readonly TestRole[]): Promise<StaffTab> => signInTab(server, ...roles),
    open,
    async read(tab: StaffTab, claim = claims.number) {
      const { status, body, text } = await open(tab, claim);
      expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
      return body;
    },
    readsOf: (tab: StaffTab) => readsOf(server, tab),
  };
}
