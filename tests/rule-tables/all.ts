import { consumerRules } from './consumer.ts';
import { individualRules } from './individual.ts';
import { loginRules } from './login.ts';
import type { RuleTable } from './rule-table.ts';
import { agentRules, companyRules } from './tpp.ts';

/** Every rule of the specification's section 5. */
export const ruleTables: readonly RuleTable[] = [loginRules, consumerRules, companyRules, agentRules, individualRules];
