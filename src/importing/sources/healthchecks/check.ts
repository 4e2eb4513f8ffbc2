import { commonFields } from '../../counterparts/common-fields.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { findScheduleProblem } from '#schedule'
import { retriesOf } from '../../counterparts/retries.ts'
import type { NamedGroups } from '../../counterparts/groups-of-names.ts'
import type { Draft } from '../../draft.ts'
import type { SourceState } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { hyphenated, isUuidText } from './uuid.ts'

export interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  readonly channels: ReadonlyMap<string, readonly string[]>
  /** Empty where there is one project alone. */
  readonly projects: ReadonlyMap<string, string>
  /** Those of checks before: an address leads to one check. */
  readonly tokens: Set<string>
}

const longestDescription = 500

/** Imports one check as a heartbeat. */
export function readCheck(given: Readonly<Record<string, unknown>>, context: Context, index: number): void {
  const { draft, groups, channels, projects } = context
  const name = textIn(given['name']).trim() || `check ${index + 1}`
  const item = `check "${name}"`
  const fields = new SourceFields(draft, item, given)
  const token = tokenFrom(fields)
  const status = fields.text('status')
  const tags = (fields.text('tags') ?? '').split(/\s+/).filter((tag) => tag !== '')
  const value = {
    checkType: 'HEARTBEAT',
    ...commonFields({ name, tags, description: descriptionFrom(fields) }),
    ...groups.fieldOf(projectOf(fields, projects)),
    activated: status !== 'paused',
    ...alertsAtOnce(),
    ...subscribed(fields, channels),
    heartbeat: { ...timingFrom(fields), ...addressOf(token, context, item) },
  }
  fields.exact('name', 'tags', 'uuid', 'code', 'status')
  const logicalId = token ?? fields.text('unique_key') ?? name
  draft.add({ section: 'checks', logicalId, item, value, state: stateOf(status) })
  reportRest(fields, name)
}

const tokenFrom = (fields: SourceFields): string | null =>
  fields.text('uuid') ?? fields.text('code') ?? /\/([\da-f-]{32,36})$/i.exec(fields.text('ping_url') ?? '')?.[1] ?? null

function descriptionFrom(fields: SourceFields): string | null {
  const description = fields.text('desc')
  if ((description ?? '').length > longestDescription)
    fields.approximated('desc', `Cut to ${longestDescription} characters.`)
  else fields.exact('desc')
  return description
}

function projectOf(fields: SourceFields, projects: ReadonlyMap<string, string>): string | null {
  const project = fields.text('project') ?? fields.text('project_id') ?? ''
  return projects.size > 1 ? (projects.get(project) ?? null) : null
}

/** The address that jobs ping already, if no other check has it. */
function addressOf(token: string | null, { draft, tokens }: Context, item: string): { readonly pingToken?: string } {
  if (token === null) {
    const note = 'A read-only key does not tell it: use a key that writes, or change the address in the job.'
    draft.report({ item, field: 'uuid', fate: 'impossible', note })
    return {}
  }
  const pingToken = hyphenated(token)
  if (isUuidText(token) && !tokens.has(pingToken)) {
    tokens.add(pingToken)
    return { pingToken }
  }
  const note = 'It is no UUID, or that of another check: the check gets an address.'
  draft.report({ item, field: 'uuid', fate: 'approximated', note })
  return {}
}

const stateOf = (status: string | null): SourceState => {
  if (status === 'up' || status === 'grace') return 'up'
  return status === 'down' || status === 'paused' ? status : 'unknown'
}

function alertsAtOnce(): Readonly<Record<string, unknown>> {
  const { escalation } = retriesOf({ failures: 0, retrySeconds: 0, intervalSeconds: 0 })
  return alertFieldsOf(escalation, remindersOf(null))
}

function subscribed(
  fields: SourceFields,
  channels: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, unknown>> {
  const codes = (fields.text('channels') ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const ids = [...new Set(codes.flatMap((code) => channels.get(code) ?? []))]
  const missing = codes.filter((code) => (channels.get(code) ?? []).length === 0)
  if (missing.length > 0)
    fields.impossible(
      'channels',
      `Of ${codes.length} integrations ${missing.length} could not be imported: subscribe the check to channels.`,
    )
  else fields.exact('channels')
  return ids.length > 0 ? { alertChannels: ids } : {}
}

function timingFrom(fields: SourceFields): Readonly<Record<string, unknown>> {
  const kind = fields.text('kind')
  const schedule = fields.text('schedule')
  const timeout = durationOf(fields.value('timeout')) ?? 86_400
  const grace = durationOf(fields.value('grace')) ?? 3600
  const timezone = fields.text('tz')
  fields.exact('grace')
  const late = { grace: Math.min(31_536_000, grace), graceUnit: 'seconds' }
  const isScheduled = schedule !== null && kind !== 'simple'
  if (!isScheduled) {
    fields.exact('timeout')
    if (kind === 'simple') fields.ignored('kind', 'schedule', 'tz')
    return { period: Math.min(31_536_000, Math.max(30, timeout)), periodUnit: 'seconds', ...late }
  }
  fields.ignored('timeout')
  fields.exact('kind')
  const problem = findScheduleProblem({ expression: schedule, timezone }, '')
  if (problem === null) {
    fields.exact('schedule', 'tz')
    return { schedule: { expression: schedule, timezone }, ...late }
  }
  fields.approximated('schedule', `A ping a day is expected instead: ${String(problem.values['problem'])}`)
  fields.value('tz')
  return { period: 1, periodUnit: 'days', ...late }
}

const isoDuration = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})(?:\.\d+)?S)?)?$/
const clockDuration = /^(?:(\d{1,6})(?: days?)?,? ?)?(?:(\d{1,6}):(\d{2}):(\d{2}))?(?:\.\d+)?$/

/** Days, hours, minutes and seconds. */
const secondsOfPart = [86_400, 3600, 60, 1]

/** Seconds: as the API has them, as Django writes durations, or as SQLite stores them in microseconds. */
function durationOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 31_536_000 ? Math.round(value / 1_000_000) : value
  if (typeof value !== 'string' || value === '') return null
  if (/^\d+$/.test(value)) return durationOf(Number(value))
  const [, ...parts] = isoDuration.exec(value) ?? clockDuration.exec(value) ?? []
  if (parts.length === 0) return null
  return parts.reduce((sum, part, index) => sum + Number(part || 0) * (secondsOfPart[index] ?? 0), 0)
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

function reportRest(fields: SourceFields, name: string): void {
  if (fields.has('slug') && fields.text('slug') !== slugOf(name))
    fields.approximated('slug', `Pings by name lead to ${slugOf(name)}, as the name decides here.`)
  else fields.exact('slug')
  if (fields.text('methods') === 'POST') fields.approximated('methods', 'Pings count whatever their method.')
  if (fields.flag('manual_resume'))
    fields.approximated(
      'manual_resume',
      'A paused check stays paused, whether or not pings arrive, until somebody resumes it.',
    )
  for (const keyword of [
    'start_kw',
    'success_kw',
    'failure_kw',
    'filter_subject',
    'filter_body',
    'filter_http_body',
    'filter_default_fail',
  ]) {
    if (!['', 'false', '0', 'null'].includes(textIn(fields.value(keyword))))
      fields.impossible(keyword, 'Say the outcome in the address: /start, /fail or an exit status.')
  }
  fields.ignored(
    'n_pings',
    'started',
    'last_ping',
    'last_start',
    'last_start_rid',
    'last_duration',
    'last_ping_was_fail',
    'next_ping',
    'has_confirmation_link',
    'alert_after',
    'created',
  )
  fields.ignored(
    'id',
    'unique_key',
    'ping_url',
    'update_url',
    'pause_url',
    'resume_url',
    'badge_url',
    'badge_key',
    'project',
    'project_id',
    'subject',
    'subject_fail',
  )
  fields.finish()
}
