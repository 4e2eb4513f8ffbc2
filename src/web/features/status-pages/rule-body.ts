import type { Rule, RuleBody } from './api.ts'

export type Impact = Rule['components'][number]['targetImpact']

/** As it is sent back: an update replaces all of it. */
export const bodyOfRule = ({ name, firstUpdate, lastUpdate, tags, enabled, ...rule }: Rule): RuleBody => ({
  name,
  firstUpdate,
  lastUpdate,
  tags: [...tags],
  enabled,
  notifySubscribers: rule.notifySubscribers,
  coolDownWindowMinutes: rule.coolDownWindowMinutes,
  components: rule.components.map(({ componentId, targetImpact }) => ({ componentId, targetImpact })),
})
