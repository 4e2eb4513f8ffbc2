import type { CheckExport } from '#contract'
import { checkExports } from '../forms/check-exports.ts'
import { objectOf } from '../ui/form/body.ts'

/** A check that is stored, or one that is being edited. */
export interface CodedCheck {
  readonly checkType: string
  readonly name: string
  readonly [field: string]: unknown
}

/** Fields that the service adds. */
const added: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'updated_at',
  'alertChannels',
  'projectBindings',
  'doubleCheck',
  'checkType',
])

/** The settings of the check itself, without fields that the service adds and without values of secrets. */
export const settingsOf = (check: CodedCheck): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(check).flatMap(([name, given]) => {
      const value = withoutSecrets[name]?.(given) ?? given
      const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0)
      return isEmpty || added.has(name) ? [] : [[name, value]]
    }),
  )

/** A template names where a secret is, which is none. */
const isTemplate = (value: unknown): boolean => typeof value === 'string' && value.startsWith('{{')

const withoutSecrets: Readonly<Record<string, (value: unknown) => unknown>> = {
  environmentVariables: (value) => (Array.isArray(value) ? value.map(withoutValue) : value),
  heartbeat: (value) => {
    const { pingUrl: _secret, ...heartbeat } = objectOf(value)
    return heartbeat
  },
  request: (value) => {
    const { basicAuth, ...request } = objectOf(value)
    if (typeof basicAuth !== 'object' || basicAuth === null) return value
    const { username, password } = objectOf(basicAuth)
    return { ...request, basicAuth: { username, password: isTemplate(password) ? password : '' } }
  },
}

function withoutValue(variable: unknown): unknown {
  const { key, value, locked, secret } = objectOf(variable)
  return { key, value: locked || secret ? '' : value, ...(secret ? { secret } : { locked }) }
}

interface KnownElsewhere {
  readonly check: CodedCheck
  /** Settings that constructs and Terraform lack, as a comment. */
  readonly lost: string | null
}

/** The check as constructs and Terraform have it, without what they do not know. */
export function asKnownElsewhere(given: CodedCheck): KnownElsewhere {
  const { responseSchema, ...request } = objectOf(given['request'])
  if (responseSchema === undefined) return withoutSchedule(given)
  const lost = responseSchema === null ? null : `responseSchema cannot be set here: ${remedy}`
  return { check: { ...given, request }, lost }
}

/** The usual period stands for the schedule of a heartbeat. */
function withoutSchedule(check: CodedCheck): KnownElsewhere {
  const { schedule, ...heartbeat } = objectOf(check['heartbeat'])
  if (schedule === undefined || schedule === null) return { check, lost: null }
  const { expression } = objectOf(schedule)
  return {
    check: { ...check, heartbeat },
    lost: `schedule ${JSON.stringify(expression)} cannot be set here: ${remedy}`,
  }
}

const remedy = 'set it in the interface, by the API or in a resource file'

/** The construct and the resource that create checks of the type; a type of a later version of the service has none. */
export const exportOf = ({ checkType }: CodedCheck): CheckExport =>
  Object.entries(checkExports).find(([type]) => type === checkType)?.[1] ?? {}

export const slugOf = ({ checkType }: CodedCheck): string => checkType.toLowerCase().replaceAll('_', '')
