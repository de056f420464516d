import { signInApi, type SetupLink } from '@redress/contract/console/sign-in';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { addPasskey, createPasskeyOptions, signInMethods, verifyNewPasskey } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { describeOwner, findLinkOwner, setUpAccount } from './set-up-account.ts';
import { checkNewPassword, createTotp, storePassword } from './staff-passwords.ts';
import { staffCookie } from './staff-access.ts';
import { findStaffLink } from './staff-links.ts';

/**
 * Account setup with the first person's or an invitation's link, whose token is sent only in
 * bodies.
 */
export async function setupRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, signInApi);
  const cookie = staffCookie(context.publicUrl);
  const config = { access: 'anyone', problems: [400, 403, 410, 422, 429] } as const;
  // Requests with wrong bodies count, too.
  api.addHook('preHandler', (request) => enforceLimit(context, 'staff-setup-address', request.ip));

  route('POST /setup/link', config, async (request): Promise<SetupLink> => {
    const link = await findStaffLink(context, request.body.token);
    const { name, email, kind, roles } = await findLinkOwner(context.database, link);
    return {
      kind,
      name,
      email,
      roles: [...roles],
      expiresAt: link.expiresAt.toISOString(),
      settlement: context.settlement.site.name,
      methods: signInMethods(context),
    };
  });
  route('POST /setup/passkey-options', config, async (request) => {
    const { body: entered } = request;
    const link = await findStaffLink(context, entered.token);
    const owner = await findLinkOwner(context.database, link);
    const person = { id: owner.id, ...describeOwner(owner, entered) };
    return { ...(await createPasskeyOptions(context, person, { boundTo: `link ${link.id}`, isFirst: true })) };
  });
  route('POST /setup/passkey', config, async (request, reply) => {
    const { passkey, passkeyName, ...entered } = request.body;
    const link = await findStaffLink(context, entered.token);
    const verified = await verifyNewPasskey(context, passkey, `link ${link.id}`);
    const { staffId, session } = await setUpAccount(context, entered, {
      method: 'passkey',
      userAgent: request.headers['user-agent'] ?? '',
      addMethod: (database, id) =>
        addPasskey({ ...context, database }, verified, { staffId: id, name: passkeyName, at: context.now() }),
    });
    cookie.write(reply, session);
    return { personId: staffId };
  });
  route('POST /setup/totp', config, async (request) => {
    const { body: entered } = request;
    const link = await findStaffLink(context, entered.token);
    const { email } = describeOwner(await findLinkOwner(context.database, link), entered);
    return createTotp(context, `link ${link.id}`, email);
  });
  route('POST /setup/password', config, async (request, reply) => {
    const { password, pending, code, ...entered } = request.body;
    const link = await findStaffLink(context, entered.token);
    const person = describeOwner(await findLinkOwner(context.database, link), entered);
    const checked = await checkNewPassword(context, { password, pending, code }, `link ${link.id}`, person);
    let codes: string[] = [];
    const { staffId, session } = await setUpAccount(context, entered, {
      method: 'password',
      userAgent: request.headers['user-agent'] ?? '',
      async addMethod(database, id) {
        await storePassword({ ...context, database }, id, checked);
        codes = await makeRecoveryCodes({ ...context, database }, id);
        return {};
      },
    });
    cookie.write(reply, session);
    return { personId: staffId, codes };
  });
}
