import type { AutomationRuleResource } from '#contract'
import type { AutomationRule } from '#storage/status-pages'
import { stampsOf } from './stamps.ts'

export const presentAutomationRule = ({ rule, components, incidentId }: AutomationRule): AutomationRuleResource => ({
  id: rule.id,
  statusPageId: rule.statusPageId,
  incidentId,
  name: rule.name,
  firstUpdate: rule.firstUpdate,
  lastUpdate: rule.lastUpdate,
  tags: [...rule.tags],
  enabled: rule.enabled,
  notifySubscribers: rule.notifySubscribers,
  coolDownWindowMinutes: rule.coolDownWindowMinutes,
  components: components.map(({ id, componentId, targetImpact }) => ({ id, componentId, targetImpact })),
  ...stampsOf(rule),
})
