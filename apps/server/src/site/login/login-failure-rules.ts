/** The normal number of failed logins. The count halves in each half-life. */
export interface FailureRule {
  readonly failures: number;
  readonly halfLifeSeconds: number;
  /**
   * A login requires work from level 1, at `failures`, to this level; each doubling adds a level.
   * With 0, no work helps, only waiting. Reasons and arithmetic are in docs/login.md.
   */
  readonly maxLevel: number;
}
export const defaultLoginRules = {
  // Strangers can cause these failures, so they require work but never lock the Notice ID.
  'login-notice': { failures: 5, halfLifeSeconds: 6 * 3_600, maxLevel: 4 },
  'login-address': { failures: 30, halfLifeSeconds: 1_800, maxLevel: 4 },
  // One customer may have an IPv6 /48, which contains 65,536 address subjects.
  'login-network': { failures: 120, halfLifeSeconds: 1_800, maxLevel: 4 },
  // A busy weekend has this many mistakes, so the required work is small.
  'login-overall': { failures: 10_000, halfLifeSeconds: 1_800, maxLevel: 2 },
  // Browsers without JavaScript wait. No rule counts only the Notice ID, so strangers delay no
  // member.
  'no-script-login-pair': { failures: 5, halfLifeSeconds: 1_800, maxLevel: 0 },
  'no-script-login-address': { failures: 20, halfLifeSeconds: 1_800, maxLevel: 0 },
  'no-script-login-network': { failures: 80, halfLifeSeconds: 1_800, maxLevel: 0 },
} as const satisfies Readonly<Record<string, FailureRule>>;
export type LoginRuleName = keyof typeof defaultLoginRules;
export type LoginRules = Readonly<Record<LoginRuleName, FailureRule>>;
