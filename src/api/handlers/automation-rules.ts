import { defaultCursorPageSize } from '#contract'
import type { AutomationRuleResource, Handlers } from '#contract'
import {
  createAutomationRule,
  deleteAutomationRule,
  getAutomationRule,
  listAutomationRules,
  updateAutomationRule,
} from '#publishing'
import type { AutomationRule } from '#storage/status-pages'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { presentAutomationRule } from '../presenters/automation-rule.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { componentPageIdOf } from './component-pages.ts'

const ruleOf = (params: { readonly statusPageId: string; readonly ruleId: string }) => ({
  statusPageId: componentPageIdOf(params),
  id: uuidFromPath(params.ruleId, 'AUTOMATION_RULE_NOT_FOUND'),
})

const presented = async (rule: Promise<AutomationRule>): Promise<AutomationRuleResource> =>
  presentAutomationRule(await rule)

export const automationRuleHandlers = {
  listAutomationRulesV3: async ({ params, query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const input = { statusPageId: componentPageIdOf(params), limit, nextId }
    const found = await listAutomationRules(context.store, callerOf(context), input)
    return presentedCursorList(found, presentAutomationRule)
  },

  createAutomationRuleV3: ({ params, body }, context) => {
    const input = { statusPageId: componentPageIdOf(params), body }
    return presented(createAutomationRule(context.store, callerOf(context), input))
  },

  getAutomationRuleV3: async ({ params }, context) =>
    presented(getAutomationRule(context.store, callerOf(context), ruleOf(params))),

  updateAutomationRuleV3: async ({ params, body }, context) =>
    presented(updateAutomationRule(context.store, callerOf(context), { ...ruleOf(params), body })),

  deleteAutomationRuleV3: ({ params }, context) =>
    deleteAutomationRule(context.store, callerOf(context), ruleOf(params)),
} satisfies Partial<Handlers<RequestContext>>
