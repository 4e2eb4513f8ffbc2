import { isFields } from '#contract'
import { conditionOf } from '../../counterparts/conditions.ts'
import { SourceFields } from '../../source-fields.ts'
import { alertsOf } from './alerts.ts'
import { counterpartOf } from './assertions.ts'
import type { AssertionNames, Counterpart } from './assertions.ts'
import { named, scheduleFrom, tagsFrom } from './context.ts'
import type { Context } from './context.ts'
import { httpValue } from './http.ts'
import { targetValue } from './targets.ts'
import { windowsOf } from './maintenance.ts'

export interface ReadCondition {
  readonly text: string
  readonly counterpart: Counterpart
}

/** Imports one endpoint: its check, its alerts and its maintenance. */
export function readEndpoint(given: Readonly<Record<string, unknown>>, context: Context, index: number): void {
  const group = typeof given['group'] === 'string' && given['group'] !== '' ? given['group'] : null
  const name = String(given['name'] ?? '').trim() || `endpoint ${index + 1}`
  const item = `endpoint "${named(group, name)}"`
  const fields = new SourceFields(context.draft, item, given)
  fields.exact('name', 'group')
  const made = isFields(given['dns']) || !/^https?:\/\//i.test(String(given['url'] ?? ''))
    ? targetValue(fields, context)
    : httpValue(fields, context, name)
  const enabled = fields.flag('enabled') ?? true
  fields.exact('enabled')
  if (made !== null) addCheck({ fields, context, group, name, item }, made, enabled)
  else fields.ignored('conditions', 'alerts', 'interval', 'body', 'maintenance-windows', 'extra-labels')
  fields.ignored('ui')
  fields.finish()
}

/** A check without what all have in common. */
export interface MadeCheck {
  readonly value: Readonly<Record<string, unknown>>
  /** False: it could not pass here. */
  readonly isSound: boolean
  readonly shortest: 10 | 60
  /** A second check, for example of the certificate. */
  readonly beside?: Readonly<Record<string, unknown>>
}

interface Endpoint {
  readonly fields: SourceFields
  readonly context: Context
  readonly group: string | null
  readonly name: string
  readonly item: string
}

function addCheck({ fields, context, group, name, item }: Endpoint, made: MadeCheck, enabled: boolean): void {
  const { draft, channels, groups, location } = context
  const { schedule, seconds } = scheduleFrom(fields, 60, made.shortest)
  const id = named(group, name)
  const windowTag = windowsOf(fields.list('maintenance-windows'), { draft, item, tag: `maintenance:${id}`.slice(0, 255) })
  if (windowTag) fields.exact('maintenance-windows')
  const { tags = [] } = tagsFrom(fields)
  const common = {
    locations: [location],
    ...groups.fieldOf(group),
    ...(tags.length > 0 || windowTag ? { tags: [...tags, ...(windowTag ? [windowTag] : [])] } : {}),
    activated: enabled && made.isSound,
    retryStrategy: null,
    ...alertsOf(fields.list('alerts'), { draft, channels, item, group, everySeconds: seconds }),
  }
  draft.add({ section: 'checks', logicalId: id, item, value: { name: name.slice(0, 512), ...common, ...schedule, ...made.value } })
  if (made.beside) {
    const value = { name: `${name} (certificate)`.slice(0, 512), ...common, frequency: 60, ...made.beside }
    draft.add({ section: 'checks', logicalId: `${id}-certificate`, item, value })
  }
}

/** The conditions of an endpoint, each with what it becomes. */
export const conditionsOf = (fields: SourceFields, names: AssertionNames): readonly ReadCondition[] =>
  fields.list('conditions').map((one) => {
    const text = String(one).trim()
    const condition = conditionOf(text)
    const note = 'It is not read as a condition: correct it.'
    const unread: Counterpart = { assertions: [], fate: 'impossible', note }
    return { text, counterpart: condition === null ? unread : counterpartOf(condition, names) }
  })

/** One line for each condition. */
export function reportConditions(fields: SourceFields, conditions: readonly ReadCondition[], context: Context, note = ''): void {
  for (const { text, counterpart } of conditions) {
    const { fate } = counterpart
    context.draft.report({ item: fields.item, field: `conditions: ${text.slice(0, 300)}`, fate, note: counterpart.note || note })
  }
}

/** False where a condition asks for a target that cannot be reached. */
export const isReachable = (conditions: readonly ReadCondition[]): boolean =>
  conditions.every(({ text, counterpart }) => !(text.startsWith('[CONNECTED]') && counterpart.fate === 'impossible'))

export const assertionsIn = (conditions: readonly ReadCondition[], sources?: readonly string[]) =>
  conditions.flatMap(({ counterpart }) => counterpart.assertions).filter(({ source }) => (sources ? sources.includes(source) : source !== 'CERTIFICATE')).slice(0, 100)
