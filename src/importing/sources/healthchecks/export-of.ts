import { isFields } from '#contract'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { valuesIn } from './read-database.ts'
import { hyphenated, isUuidText } from './uuid.ts'

type Fields = Readonly<Record<string, unknown>>

/** The content of an installation, in the words of its database; from the API without values of channels. */
export interface HealthchecksExport {
  readonly checks: readonly Fields[]
  readonly channels: readonly Channel[]
  /** Names by ids; empty from the API, which shows one project. */
  readonly projects: ReadonlyMap<string, string>
}

export interface Channel {
  readonly code: string
  readonly fields: Fields
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/**
 * Reads answers of the API, `dumpdata` of Django, rows of tables as JSON, databases and dumps of them. Throws SourceProblem for
 * anything else.
 */
export async function exportOf(files: readonly ImportFile[]): Promise<HealthchecksExport> {
  const values = await valuesIn(files)
  const dumped = values.flatMap(rowsOfDump)
  const rows = new Map(
    [...tables(values), ...Map.groupBy(dumped, ({ table }) => table)].map(([table, list]) => [
      table,
      list.map(({ fields }) => withCode(fields)),
    ]),
  )
  const checks = [
    ...values.flatMap((value) => listOf(isFields(value) ? value['checks'] : null)),
    ...(rows.get('api_check') ?? []),
  ]
  if (checks.length === 0)
    throw new SourceProblem(
      'No file has checks of healthchecks: give the answer of GET /api/v3/checks/, its database, or a dump of it.',
    )
  const links = Map.groupBy(rows.get('api_channel_checks') ?? [], (row) => textIn(row['check_id']))
  const channels = [
    ...values.flatMap((value) => listOf(isFields(value) ? value['channels'] : null)),
    ...(rows.get('api_channel') ?? []),
  ]
  return {
    checks: checks.map((check) => ({ ...check, ...channelsFrom(check, channels, links) })),
    channels: channels.map((fields) => ({ code: textIn(fields['code']) || textIn(fields['id']), fields })),
    projects: new Map((rows.get('accounts_project') ?? []).map((row) => [String(row['id']), textIn(row['name'])])),
  }
}

/** With the code as the API has it, so that checks and channels are the same ones from every export. */
const withCode = (fields: Fields): Fields => {
  const code = textIn(fields['code'])
  return isUuidText(code) ? { ...fields, code: hyphenated(code) } : fields
}

interface Row {
  readonly table: string
  readonly fields: Fields
}

/** `[{ "model": "api.check", "pk": 1, "fields": {} }]`. */
const rowsOfDump = (value: unknown): readonly Row[] =>
  listOf(value).flatMap(({ model, pk, fields }) =>
    typeof model === 'string' && isFields(fields)
      ? [{ table: model.replace('.', '_'), fields: { id: pk, ...fields } }]
      : [],
  )

/** `{ "api_check": [{}] }`. */
const tables = (values: readonly unknown[]): readonly (readonly [string, readonly Row[]])[] =>
  values.flatMap((value) =>
    Object.entries(isFields(value) ? value : {})
      .filter(([name]) => name.startsWith('api_') || name === 'accounts_project')
      .map(([table, list]) => [table, listOf(list).map((fields) => ({ table, fields }))] as const),
  )

/** The codes of the channels of a check of the database, as the API has them. */
function channelsFrom(
  check: Fields,
  channels: readonly Fields[],
  links: ReadonlyMap<string, readonly Fields[]>,
): Fields {
  if (check['id'] === undefined) return {}
  const id = textIn(check['id'])
  const linked = new Set(links.get(id)?.map((row) => textIn(row['channel_id'])))
  const isOf = (channel: Fields): boolean => {
    const { checks } = channel
    return linked.has(textIn(channel['id'])) || (Array.isArray(checks) && checks.map(String).includes(id))
  }
  return {
    channels: channels
      .filter(isOf)
      .map(({ code }) => String(code))
      .join(','),
  }
}
