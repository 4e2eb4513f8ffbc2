import type { EscalationPolicyResource } from '#contract'
import type { EscalationPolicy } from '#management'

export const presentEscalationPolicy = (policy: EscalationPolicy): EscalationPolicyResource => ({
  id: policy.id,
  name: policy.name,
  steps: [...policy.steps],
  repeat: policy.repeat,
  quietHours: [...policy.quietHours],
  usedBy: policy.usedBy,
  created_at: policy.createdAt.toISOString(),
  updated_at: policy.updatedAt?.toISOString() ?? null,
})
