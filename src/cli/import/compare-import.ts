import type { Client } from '#client'
import { importVerdict, importVerdicts, reasonOfResult } from '#contract'
import type { CheckRowResource, ImportComparisonResource, ImportState, ImportVerdict } from '#contract'
import { exitCodes } from '../apply/apply-once.ts'
import type { ImportContext } from './import-once.ts'
import { printable } from './report-text.ts'

interface Side {
  readonly state: string
  readonly reason: string | null
}

interface Compared {
  readonly id: string
  readonly name: string
  readonly verdict: ImportVerdict
  readonly muted: boolean
  readonly there: Side
  readonly here: Side
}

/**
 * Prints which imported checks do what they did at the source, with the reasons of those that do not. States replace those that
 * the service keeps. Throws ApiError. Returns the exit code.
 */
export async function compareImport(
  { client, options, terminal }: ImportContext,
  states: readonly ImportState[] | null,
): Promise<number> {
  const params = { source: options.source.name }
  const comparison =
    states === null
      ? await client().call('getImportComparison', { params })
      : await client().call('setImportStates', { params, body: { states: [...states] } })
  const checks = await comparedChecks(client(), comparison)
  const counts = Object.fromEntries(
    importVerdicts.map((verdict) => [verdict, checks.filter((one) => one.verdict === verdict).length]),
  )
  const { source, readAt } = comparison
  terminal.print(
    options.json
      ? `${JSON.stringify({ source, readAt, counts, checks }, null, 2)}\n`
      : comparisonText(comparison, checks),
  )
  return checks.some(({ verdict }) => verdict === 'disagree') ? exitCodes.failed : exitCodes.applied
}

const rowsAtOnce = 100

async function comparedChecks(client: Client, { checks }: ImportComparisonResource): Promise<readonly Compared[]> {
  const compared: Compared[] = []
  for (let from = 0; from < checks.length; from += rowsAtOnce) {
    const part = checks.slice(from, from + rowsAtOnce)
    const query = { checkId: part.map(({ id }) => id), limit: rowsAtOnce }
    const { entries } = await client.call('listCheckRows', { query })
    const rows = new Map(entries.map((row) => [row.id, row]))
    for (const { id, name, muted, state, reason } of part) {
      const row = rows.get(id)
      const verdict = importVerdict(state, row?.state)
      const why = verdict === 'disagree' && row ? await reasonOfRow(client, row) : null
      const here = { state: row?.state ?? 'PENDING', reason: why }
      compared.push({ id, name, verdict, muted, there: { state, reason }, here })
    }
  }
  return compared
}

async function reasonOfRow(client: Client, { id, state, lastResultId }: CheckRowResource): Promise<string | null> {
  if (state !== 'FAILING' || lastResultId === null) return null
  const result = await client.call('getCheckResult', { params: { checkId: id, checkResultId: lastResultId } })
  return reasonOfResult(result)?.split('\n', 1)[0] ?? null
}

const headings = {
  disagree: 'Disagrees:',
  waiting: 'Has not run yet:',
  agree: null,
  unknown: 'No state at the tool:',
} as const satisfies Readonly<Record<ImportVerdict, string | null>>

const verbs = {
  disagree: 'disagree',
  waiting: 'have not run yet',
  agree: 'agree',
  unknown: 'cannot be compared',
} as const

function comparisonText({ title, readAt }: ImportComparisonResource, checks: readonly Compared[]): string {
  const groups = importVerdicts.map((verdict) => ({ verdict, all: checks.filter((one) => one.verdict === verdict) }))
  const counted = groups.map(({ verdict, all }) => `${all.length} ${verbs[verdict]}`).join(', ')
  const since = readAt === null ? '' : ` Its states were read at ${readAt}.`
  const parts = groups.flatMap(({ verdict, all }) => {
    const heading = headings[verdict]
    return heading === null || all.length === 0 ? [] : ['', heading, ...all.flatMap(linesOf)]
  })
  const muted = checks.filter((one) => one.muted).length
  return `${[`${title}: ${counted}.${since}`, ...parts, '', mutedText(muted)].join('\n')}\n`
}

const mutedText = (muted: number): string =>
  muted === 0 ? 'All imported checks alert.' : `${muted} muted: --go starts alerting.`

const linesOf = ({ name, verdict, there, here }: Compared): readonly string[] =>
  verdict === 'disagree'
    ? [`  ${printable(name)}`, `    there: ${sideText(there)}`, `    here:  ${sideText(here)}`]
    : [`  ${printable(name)}`]

const sideText = ({ state, reason }: Side): string =>
  [state.toLowerCase(), ...(reason === null ? [] : [printable(reason)])].join(' · ')
