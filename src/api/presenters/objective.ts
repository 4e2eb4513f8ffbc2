import type { MeasuredObjective } from '#analytics'
import type { ObjectiveResource } from '#contract'

export const presentObjective = ({ createdAt, updatedAt, ...objective }: MeasuredObjective): ObjectiveResource => ({
  ...objective,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt?.toISOString() ?? null,
})
