import { typedBody } from '../ui/form/body.ts'
import type { CheckDraft } from './check-draft.ts'
import { formOf } from './sections.ts'

/** Fields of checks that run on a schedule. */
const ofSchedule: ReadonlySet<string> = new Set([
  'locations',
  'privateLocations',
  'frequency',
  'frequencyOffset',
  'runParallel',
  'retryStrategy',
  'runtimeId',
])
/** Fields that depend on the frequency. */
const ofFrequency: ReadonlySet<string> = new Set(['frequency', 'frequencyOffset'])

/** The defaults of the account that a check of a type can have. */
export function defaultsOf(type: string, defaults: CheckDraft): CheckDraft {
  const { options = [] } = formOf(type).fields.find(({ control }) => control === 'frequency') ?? {}
  const isScheduled = options.length > 0
  const isTooOften = 'frequency' in defaults && !options.includes(String(defaults.frequency))
  return typedBody(
    Object.fromEntries(
      Object.entries(defaults).filter(
        ([name]) => (isScheduled || !ofSchedule.has(name)) && !(isTooOften && ofFrequency.has(name)),
      ),
    ),
  )
}

/** The initial body of a new check of a type. */
export const startOf = (type: string, defaults: CheckDraft): CheckDraft => ({
  name: '',
  ...formOf(type).start,
  ...defaultsOf(type, defaults),
})

/**
 * Defaults that name channels, with those that subscribe to every new check: a list of a new check replaces what
 * channels would do by themselves.
 */
export function withAutomatic(defaults: CheckDraft, automaticIds: readonly number[]): CheckDraft {
  const { alertChannelSubscriptions: given = [] } = defaults
  if (given.length === 0) return defaults
  const named = new Set(given.map(({ alertChannelId }) => alertChannelId))
  const added = automaticIds.filter((id) => !named.has(id)).map((id) => ({ alertChannelId: id, activated: true }))
  return { ...defaults, alertChannelSubscriptions: [...given, ...added] }
}
