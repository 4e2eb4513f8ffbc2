import Type from 'typebox'
import {
  AutomationRuleBodySchema,
  AutomationRuleListSchema,
  AutomationRuleSchema,
  AutomationRuleUpdateBodySchema,
} from '../resources/automation-rule.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages v3')
const byStatusPage = Type.Object({ statusPageId: TextId() })
const byRule = Type.Object({ statusPageId: TextId(), ruleId: TextId() })
const notFound = ['STATUS_PAGE_NOT_FOUND', 'AUTOMATION_RULE_NOT_FOUND'] as const

export const automationRuleOperations = {
  listAutomationRulesV3: operation('GET /v3/status-pages/{statusPageId}/automation-rules', {
    summary: 'List the automation rules of a status page, oldest first',
    params: byStatusPage,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: AutomationRuleListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  createAutomationRuleV3: operation('POST /v3/status-pages/{statusPageId}/automation-rules', {
    summary: 'Create a rule by which alerts open incidents on a status page',
    params: byStatusPage,
    body: AutomationRuleBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: AutomationRuleSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_UNKNOWN', 'COMPONENT_INVALID'],
  }),
  getAutomationRuleV3: operation('GET /v3/status-pages/{statusPageId}/automation-rules/{ruleId}', {
    summary: 'Get an automation rule of a status page',
    params: byRule,
    success: { status: 200, schema: AutomationRuleSchema },
    faults: notFound,
  }),
  updateAutomationRuleV3: operation('PUT /v3/status-pages/{statusPageId}/automation-rules/{ruleId}', {
    summary: 'Replace an automation rule; fields that are left out are reset',
    params: byRule,
    body: AutomationRuleUpdateBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: AutomationRuleSchema },
    faults: [...notFound, 'COMPONENT_UNKNOWN', 'COMPONENT_INVALID'],
  }),
  deleteAutomationRuleV3: operation('DELETE /v3/status-pages/{statusPageId}/automation-rules/{ruleId}', {
    summary: 'Delete an automation rule; its incidents stay',
    params: byRule,
    faults: notFound,
  }),
} as const
