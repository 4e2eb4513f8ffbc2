import { isFields } from '#contract'
import { conditionOf } from '../../counterparts/conditions.ts'
import { SourceFields } from '../../source-fields.ts'
import { alertsOf } from './alerts.ts'
import { named, scheduleFrom, tagsFrom } from './context.ts'
import type { Context } from './context.ts'
import { isHeld, requestFrom, stepOf } from './http.ts'
import { scriptOf } from './script.ts'
import type { Step } from './script.ts'
import { secondsOf } from '../../counterparts/durations.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

/** Endpoints that run one after the other become the steps of a script. */
export function readSuite(given: Fields, context: Context, index: number): void {
  const { draft, channels, groups, location, states } = context
  const group = typeof given['group'] === 'string' && given['group'] !== '' ? given['group'] : null
  const name = textIn(given['name']).trim() || `suite ${index + 1}`
  const id = named(group, name)
  const item = `suite "${id}"`
  const fields = new SourceFields(draft, item, given)
  fields.exact('name', 'group', 'enabled')
  const { schedule, seconds } = scheduleFrom(fields, 600, 60)
  const timeout = secondsOf(fields.text('timeout')) ?? 300
  if (timeout > 240) fields.approximated('timeout', 'A script runs for 4 minutes at most.')
  else fields.exact('timeout')
  const endpoints = fields.list('endpoints').filter(isFields)
  const read = endpoints.map((endpoint, position) => stepFrom(endpoint, { ...context, item, group }, position))
  const steps = read.flatMap(({ step }) => step ?? [])
  const given_ = fields.value('context')
  const stored = Object.entries(isFields(given_) ? given_ : {}).map(([key, value]) => [key, String(value)] as const)
  fields.exact('context')
  const alerts = endpoints.flatMap((endpoint) => (Array.isArray(endpoint['alerts']) ? endpoint['alerts'] : []))
  const { tags } = tagsFrom(fields)
  if (steps.length > 0)
    draft.add({
      section: 'checks',
      logicalId: `suite-${id}`,
      item,
      value: {
        checkType: 'MULTI_STEP',
        name: name.slice(0, 512),
        locations: [location],
        ...groups.fieldOf(group),
        ...(tags && { tags }),
        activated: fields.flag('enabled') ?? true,
        retryStrategy: null,
        ...schedule,
        ...alertsOf(alerts, { draft, channels, item, group, everySeconds: seconds }),
        script: scriptOf({ name, context: stored, steps, skipsVerification: read.some(({ skipSSL }) => skipSSL) }),
      },
      ...states.get(id),
    })
  else draft.report({ item, field: 'endpoints', fate: 'impossible', note: 'No endpoint of it is HTTP.' })
  fields.ignored('ui')
  fields.finish()
}

interface StepContext extends Context {
  readonly item: string
  readonly group: string | null
}

function stepFrom(
  given: Fields,
  context: StepContext,
  position: number,
): { readonly step: Step | null; readonly skipSSL: boolean } {
  const { draft, item, group } = context
  const name = textIn(given['name']).trim() || `step ${position + 1}`
  const fields = new SourceFields(draft, item, given, `endpoints[${position}].`)
  fields.value('name')
  fields.value('group')
  fields.value('alerts')
  fields.ignored('ui', 'interval', 'enabled', 'extra-labels')
  if (!/^https?:\/\//i.test(textIn(given['url'])) || given['enabled'] === false) {
    fields.impossible('url', 'Only HTTP requests run in a script here, and only those that are on.')
    fields.finish()
    return { step: null, skipSSL: false }
  }
  const sent = requestFrom(fields, context, { name, group })
  const conditions = fields.list('conditions').map((one) => String(one).trim())
  for (const text of conditions) reportStepCondition(text, position, context)
  const store = fields.value('store')
  fields.exact('store', 'always-run')
  const step = {
    ...stepOf(
      name,
      sent,
      conditions.filter((text) => isHeld(text) && conditionOf(text) !== null && !isForeign(text)),
    ),
    store: Object.entries(isFields(store) ? store : {}).map(([key, path]) => [key, String(path)] as const),
    alwaysRun: fields.flag('always-run') ?? false,
  }
  fields.finish()
  return { step, skipSSL: sent.skipSSL }
}

const isForeign = (text: string): boolean => /\[(?:CERTIFICATE_EXPIRATION|DOMAIN_EXPIRATION|IP|DNS_RCODE)\]/.test(text)

function reportStepCondition(text: string, position: number, { draft, item }: StepContext): void {
  const field = `endpoints[${position}].conditions: ${text.slice(0, 300)}`
  if (isForeign(text))
    draft.report({ item, field, fate: 'impossible', note: 'Scripts do not see it: add a check of its own type.' })
  else if (conditionOf(text) === null)
    draft.report({ item, field, fate: 'impossible', note: 'It is not read as a condition: correct it.' })
  else draft.report({ item, field, fate: 'exact', note: '' })
}
