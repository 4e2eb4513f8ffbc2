import { secondsOf } from '../../counterparts/durations.ts'
import { commonFields } from '../../counterparts/common-fields.ts'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { httpCheck, httpMethods, plainText } from '../../counterparts/http-check.ts'
import { scheduleOf } from '../../counterparts/schedule.ts'
import { acceptedCodes } from '../../counterparts/accepted-codes.ts'
import { statusRangeOf } from '../../counterparts/status-codes.ts'
import { targetOf } from '../../counterparts/target.ts'
import { textOf } from '../../counterparts/yaml-documents.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { readRows } from './read-rows.ts'

/** Names that people give to columns. */
const columns: Readonly<Record<string, readonly string[]>> = {
  url: ['url', 'address', 'target', 'website', 'website url', 'endpoint', 'host', 'hostname'],
  name: ['name', 'friendly name', 'friendly_name', 'monitor', 'monitor name', 'title'],
  interval: ['interval', 'frequency', 'check rate', 'check_rate', 'period', 'resolution'],
  group: ['group', 'folder'],
  tags: ['tags', 'labels'],
  method: ['method', 'http method'],
  keyword: ['keyword', 'contains', 'keyword_value', 'keyword value'],
  status: ['expected status', 'status code', 'expected_status', 'status codes', 'accepted status codes'],
  port: ['port'],
  description: ['description', 'notes', 'comment'],
  enabled: ['enabled', 'active'],
}

const longest = 16_000_000

export const csv: Source = {
  name: 'csv',
  title: 'CSV',
  takes: 'Tables with a column url, separated by commas, semicolons or tabs.',
  read: async (files, { location }) => {
    const draft = new Draft()
    const groups = new NamedGroups(draft)
    for (const file of files) {
      const [header, ...rows] = readRows(textOf(file, longest))
      const names = (header?.cells ?? []).map((cell) => keyOf(cell))
      if (!names.includes('url'))
        throw new SourceProblem(
          `${file.path} has no column url: name it in the first line, beside name, interval, group or tags.`,
        )
      if (rows.length + draft.size > maxImported / 2)
        throw new SourceProblem(`One import takes at most ${maxImported / 2} rows: split the file.`)
      for (const { line, cells } of rows) {
        const fields = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
        readRow(new SourceFields(draft, `${file.path}:${line}`, fields), { draft, groups, location })
      }
    }
    return draft.finish()
  },
}

function keyOf(cell: string): string {
  const plain = cell.toLowerCase().trim()
  const known = Object.entries(columns).find(([, names]) => names.includes(plain))
  return known?.[0] ?? (cell === '' ? 'column without a name' : cell.slice(0, 100))
}

interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  readonly location: string
}

function readRow(fields: SourceFields, { draft, groups, location }: Context): void {
  const address = fields.text('url') ?? ''
  const made = checkOf(fields, address, draft)
  const name = fields.text('name') ?? address.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const group = fields.text('group')
  const tags = (fields.text('tags') ?? '')
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  fields.exact('name', 'group', 'tags', 'description', 'enabled')
  if (made !== null) {
    const value = {
      ...commonFields({ name, tags, description: fields.text('description') }),
      locations: [location],
      ...groups.fieldOf(group),
      activated: fields.flag('enabled') ?? true,
      ...scheduleFrom(fields, made['checkType'] === 'API' || made['checkType'] === 'TCP' ? 10 : 60),
      ...made,
    }
    draft.add({ section: 'checks', logicalId: `${group ?? ''}-${name}-${address}`, item: fields.item, value })
  } else fields.value('interval')
  fields.finish()
}

/** A check of a URL or an API, or of a port; null, with the reason in the report, for an address that is neither. */
function checkOf(fields: SourceFields, address: string, draft: Draft): Readonly<Record<string, unknown>> | null {
  const target = targetOf(address)
  const port = target?.port ?? fields.number('port')
  if (target !== null && port !== null && !address.includes('/')) {
    fields.exact('url', 'port')
    return { checkType: 'TCP', request: { hostname: target.hostname, port } }
  }
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  const isHttp = target !== null && ['', 'http', 'https'].includes(target.scheme)
  if (isHttp && URL.canParse(url)) return httpFrom(fields, { address, url }, draft)
  fields.impossible('url', 'This is no HTTP URL and no host with a port: correct it.')
  return null
}

interface Address {
  readonly address: string
  readonly url: string
}

function httpFrom(fields: SourceFields, { address, url }: Address, draft: Draft): Readonly<Record<string, unknown>> {
  if (url === address) fields.exact('url')
  else fields.approximated('url', 'It has no scheme: https is used.')
  fields.value('port')
  const method = methodFrom(fields)
  const keyword = fields.text('keyword')
  fields.exact('keyword')
  const codes = codesFrom(fields)
  const assertions = [
    ...codes.assertions,
    ...(keyword === null ? [] : [{ source: 'TEXT_BODY', comparison: 'CONTAINS', target: plainText(draft, keyword) }]),
  ]
  const sent = {
    method,
    url: plainText(draft, url),
    assertions,
    ...(codes.isRedirect && { followRedirects: false }),
  }
  const isFrequent = (intervalOf(fields.text('interval')) ?? 600) < 60
  return { ...httpCheck(sent, isFrequent), ...(codes.shouldFail && { shouldFail: true }) }
}

function methodFrom(fields: SourceFields): string {
  const method = (fields.text('method') ?? 'GET').toUpperCase()
  const isKnown = httpMethods.includes(method)
  if (isKnown) fields.exact('method')
  else fields.approximated('method', 'Checks of APIs do not have this method: GET is used.')
  return isKnown ? method : 'GET'
}

function codesFrom(fields: SourceFields) {
  const given = (fields.text('status') ?? '').split(/[,;|\s]+/).filter((code) => code !== '')
  const ranges = given.flatMap((code) => {
    const range = statusRangeOf(code)
    return range === null ? [] : [range]
  })
  const accepted = acceptedCodes(ranges)
  if (accepted !== null) fields.exact('status')
  else if (given.length > 0) fields.impossible('status', 'These are no status codes, or they lie too far apart.')
  const isRedirect = ranges.length > 0 && ranges.every(([from, to]) => from >= 300 && to < 400)
  return { ...(accepted ?? { assertions: [], shouldFail: false }), isRedirect }
}

/** Seconds, also of a duration such as `5m`. */
function intervalOf(text: string | null): number | null {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) && number > 0
    ? number
    : secondsOf(text?.replaceAll(/\s+|in(?:utes?)?$|ec(?:onds?)?$/g, '') ?? null)
}

function scheduleFrom(fields: SourceFields, shortest: 10 | 60) {
  const seconds = intervalOf(fields.text('interval'))
  const { fields: schedule, note } = scheduleOf(seconds ?? 600, shortest)
  if (fields.has('interval') && seconds === null)
    fields.approximated('interval', 'It is read as seconds or as a duration such as 5m: every 10 minutes.')
  else if (note === null) fields.exact('interval')
  else fields.approximated('interval', note)
  return schedule
}
