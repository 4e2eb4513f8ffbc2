import { checkTypes } from '#contract'
import type { CheckSettings, CheckTypeDescriptor } from '#contract'
import type { EffectiveCheck } from './effective-checks.ts'

const fields = ['setupSnippetId', 'tearDownSnippetId', 'localSetupScript', 'localTearDownScript'] as const
type Scripts = Pick<CheckSettings, (typeof fields)[number]>

/**
 * Why a check with setup or teardown scripts cannot be run; null when it can. Running it without its scripts, or
 * without those of its group, would give a wrong result.
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
