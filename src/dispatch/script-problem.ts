import { checkTypes } from '#contract'
import type { CheckSettings, CheckTypeDescriptor } from '#contract'
import type { EffectiveCheck } from './effective-checks.ts'

const fields = ['setupSnippetId', 'tearDownSnippetId', 'localSetupScript', 'localTearDownScript'] as const
type Scripts = Pick<CheckSettings, (typeof fields)[number]>

/**
 * Why the runs of a check with scripts around its request cannot be made; null when they can. A run without its scripts,
 * or without those of its group, would not be the run its author asked for.
 */
export function scriptProblemOf({ check, group }: EffectiveCheck): string | null {
  const row: CheckTypeDescriptor = checkTypes[check.checkType]
  if (row.scripts !== 'none') return null
  const field = scriptIn(check.settings) ?? (group && scriptIn(group.settings, 'the group: '))
  return field === null ? null : `${field}: no runner can run scripts yet, so the request was not sent.`
}

function scriptIn(scripts: Scripts, owner = ''): string | null {
  const field = fields.find((name) => isScript(scripts[name]))
  return field === undefined ? null : `${owner}${field}`
}

const isScript = (value: string | number | null | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
