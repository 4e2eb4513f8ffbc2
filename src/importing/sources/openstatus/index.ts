import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import { commonFields } from '../../counterparts/common-fields.ts'
import { httpCheck, httpMethods, plainText, secretHeaders } from '../../counterparts/http-check.ts'
import type { HttpAssertion } from '../../counterparts/http-check.ts'
import { Placeholders } from '../../counterparts/placeholders.ts'
import { scheduleOf } from '../../counterparts/schedule.ts'
import { partsOf } from '../../counterparts/yaml-documents.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

const kinds = ['http', 'tcp', 'dns']
const isMonitor = (value: unknown): value is Fields =>
  isFields(value) && typeof value['kind'] === 'string' && kinds.includes(value['kind']) && isFields(value['request'])
const isOurs = (value: Fields): boolean => Object.values(value).some(isMonitor)

export const openstatus: Source = {
  name: 'openstatus',
  title: 'OpenStatus',
  takes: 'The openstatus.yaml of its command line tool.',
  read: async (files, choices) => {
    const draft = new Draft()
    const placeholders = new Placeholders(draft, choices.environment)
    const parts = partsOf(files, isOurs)
    const monitors = parts.flatMap(({ path, value }) =>
      Object.entries(value).map(([id, one]) => ({ id, one: isMonitor(one) ? placeholders.fill(one, path) : one })),
    )
    if (monitors.length === 0) throw new SourceProblem('No file has monitors of OpenStatus: give its openstatus.yaml.')
    if (monitors.length > maxImported) throw new SourceProblem(`One import takes at most ${maxImported} monitors.`)
    for (const { id, one } of monitors) {
      if (isFields(one)) readMonitor(id, one, { draft, choices })
      else draft.report({ item: `monitor "${id}"`, field: '', fate: 'unknown', note: '' })
    }
    return draft.finish()
  },
}

interface Context {
  readonly draft: Draft
  readonly choices: ImportChoices
}

const longestWait = 45_000

function readMonitor(id: string, given: Fields, { draft, choices }: Context): void {
  const item = `monitor "${id}"`
  const fields = new SourceFields(draft, item, given)
  const name = fields.text('name') ?? id
  const kind = fields.text('kind')
  const made = kind === 'http' ? httpFrom(fields, name, draft) : kind === 'tcp' ? tcpFrom(fields) : null
  fields.exact('name', 'description', 'active')
  if (made === null)
    fields.impossible('kind', 'Only HTTP and TCP are written in this file: make the check of DNS here.')
  else fields.exact('kind')
  const places = locationsFrom(fields, choices)
  const retries = retriesFrom(fields)
  const schedule = scheduleFrom(fields, made?.['checkType'] === 'URL' ? 60 : 10)
  const limits = limitsFrom(fields, kind === 'tcp' ? 5000 : longestWait)
  fields.impossible('openTelemetry', 'Results are exported for the whole service.')
  fields.impossible('public', 'Put the check on a status page.')
  if (made !== null) {
    const value = {
      ...commonFields({ name, description: fields.text('description') }),
      ...places,
      activated: fields.flag('active') ?? true,
      ...retries,
      ...schedule,
      ...made,
      ...limits,
    }
    draft.add({ section: 'checks', logicalId: id, item, value })
  }
  fields.finish()
}

function scheduleFrom(fields: SourceFields, shortest: 10 | 60) {
  const { fields: schedule, note } = scheduleOf(secondsOf(fields.text('frequency')) ?? 600, shortest)
  if (note === null) fields.exact('frequency')
  else fields.approximated('frequency', note)
  return schedule
}

function limitsFrom(fields: SourceFields, most: number) {
  const timeout = fields.number('timeout') ?? longestWait
  if (timeout > most) fields.approximated('timeout', `A run waits at most ${most / 1000} seconds.`)
  else fields.exact('timeout')
  const degraded = fields.number('degradedAfter')
  fields.exact('degradedAfter')
  return {
    degradedResponseTime: degraded === null ? null : Math.min(degraded, most),
    maxResponseTime: Math.min(timeout, most),
  }
}

function retriesFrom(fields: SourceFields) {
  const maxRetries = Math.min(10, Math.max(0, Math.round(fields.number('retry') ?? 0)))
  fields.exact('retry')
  const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries, maxDurationSeconds: 600, sameRegion: true }
  return { retryStrategy: maxRetries === 0 ? null : retryStrategy }
}

/** All regions at once; the alert of half of them. */
function locationsFrom(fields: SourceFields, { location, locations }: ImportChoices): Fields {
  const regions = fields.list('regions').map(String)
  const found = [
    ...new Set(regions.map((region) => (Object.hasOwn(locations, region) ? locations[region] : undefined) ?? location)),
  ]
  const isMapped = regions.every((region) => Object.hasOwn(locations, region))
  if (isMapped) fields.exact('regions')
  else fields.approximated('regions', `Runs from ${found.join(', ')}: say which location stands for each region.`)
  const parallelRunFailureThreshold = { enabled: true, percentage: 50 }
  return found.length > 1
    ? {
        locations: found,
        runParallel: true,
        useGlobalAlertSettings: false,
        alertSettings: { parallelRunFailureThreshold },
      }
    : { locations: [location], ...(found[0] !== undefined && { locations: found }) }
}

function httpFrom(fields: SourceFields, name: string, draft: Draft): Fields | null {
  const request = fields.fields('request')
  const url = request.text('url') ?? ''
  const method = (request.text('method') ?? 'GET').toUpperCase()
  const headers = Object.entries(Object(request.value('headers'))).map(([key, value]) => ({
    key,
    value: String(value),
  }))
  const body = request.text('body')
  request.exact('url', 'headers', 'body')
  if (httpMethods.includes(method)) request.exact('method')
  else request.impossible('method', 'Checks of APIs do not have this method.')
  request.finish()
  const followRedirects = fields.flag('followRedirects') ?? true
  fields.exact('followRedirects')
  const assertions = assertionsFrom(fields)
  const isJudged = assertions.some(({ source }) => source === 'STATUS_CODE')
  const sent = {
    method,
    url: plainText(draft, url),
    headers: secretHeaders(draft, name, headers),
    body: body === null ? null : plainText(draft, body),
  }
  const isFrequent = (secondsOf(fields.text('frequency')) ?? 600) < 60
  const check = httpCheck({ ...sent, followRedirects, assertions }, isFrequent)
  // The status is judged by its assertions alone, where there are some.
  return { ...check, ...(isJudged && { shouldFail: true }) }
}

function tcpFrom(fields: SourceFields): Fields {
  const request = fields.fields('request')
  const hostname = request.text('host') ?? ''
  const port = request.number('port') ?? 0
  request.exact('host', 'port')
  request.finish()
  if (fields.list('assertions').length > 0) fields.impossible('assertions', 'They are about HTTP.')
  return { checkType: 'TCP', request: { hostname, port } }
}

const comparisons: ReadonlyMap<string, string> = new Map([
  ['eq', 'EQUALS'],
  ['not_eq', 'NOT_EQUALS'],
  ['gt', 'GREATER_THAN'],
  ['lt', 'LESS_THAN'],
  ['gte', 'GREATER_THAN'],
  ['lte', 'LESS_THAN'],
  ['contains', 'CONTAINS'],
  ['not_contains', 'NOT_CONTAINS'],
  ['empty', 'IS_EMPTY'],
  ['not_empty', 'NOT_EMPTY'],
])
const sourcesOf: Readonly<Record<string, string>> = {
  statusCode: 'STATUS_CODE',
  header: 'HEADERS',
  textBody: 'TEXT_BODY',
}

function assertionsFrom(fields: SourceFields): readonly HttpAssertion[] {
  const list = fields.list('assertions').filter(isFields)
  const read = list.map((given) => ({ given, assertion: assertionOf(given) }))
  const lost = read.filter(({ assertion }) => assertion === null).length
  if (lost > 0)
    fields.impossible('assertions', `${lost} of ${list.length} have a kind or comparison that is not known.`)
  else fields.exact('assertions')
  return read.flatMap(({ assertion }) => assertion ?? [])
}

const shifts: ReadonlyMap<string, number> = new Map([
  ['gte', -1],
  ['lte', 1],
])

/** `gte` and `lte` by the whole number next to the target. */
function assertionOf({ kind, compare, target, key }: Fields): HttpAssertion | null {
  const source = Object.hasOwn(sourcesOf, String(kind)) ? sourcesOf[String(kind)] : undefined
  const comparison = comparisons.get(textIn(compare))
  if (source === undefined || comparison === undefined) return null
  const shift = shifts.get(textIn(compare)) ?? 0
  const text = shift === 0 ? textIn(target) : String(Number(target) + shift)
  return { source, comparison, target: text, ...(source === 'HEADERS' && { property: textIn(key) }) }
}
