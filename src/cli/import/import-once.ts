import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { ApiError } from '#client'
import type { Client } from '#client'
import type { ImportPreviewResource, ImportState } from '#contract'
import { countsOf, readApi, SourceProblem } from '#importing'
import type { FilesOfApi, Imported, ReadOrder, ReadOutcome, SendToSource } from '#importing'
import { minuteMs } from '#kernel'
import type { Clock } from '#kernel'
import { kindOfType } from '#resource-files'
import { endOf, exitCodes, isConfirmed } from '../apply/apply-once.ts'
import type { Terminal } from '../apply/apply-once.ts'
import { OptionProblem } from '../apply/apply-options.ts'
import { appliedText, changesIn, planText } from '../apply/plan-text.ts'
import type { NameOf } from '../apply/plan-text.ts'
import { compareImport } from './compare-import.ts'
import type { ImportOptions } from './import-options.ts'
import { startAlerting, stopAlerting } from './start-alerting.ts'
import { readImportFiles } from './read-import-files.ts'
import { neededLines, printable, reportText, variableLines } from './report-text.ts'
import { writeResourceFiles } from './write-resource-files.ts'

export interface ImportContext {
  /** Made when it is needed: files are written without a service. */
  readonly client: () => Client
  readonly read: (order: ReadOrder) => Promise<ReadOutcome>
  readonly options: ImportOptions
  readonly terminal: Terminal
  /** Needed without files. */
  readonly api: ApiAccess
}

export interface ApiAccess {
  /** Of the other tool; undefined: none is set. */
  readonly key: string | undefined
  readonly send: SendToSource
  readonly clock: Clock
}

/** Reads the files, shows what becomes of them and the changes, and makes these once confirmed. Returns the exit code. */
export async function importOnce(context: ImportContext): Promise<number> {
  const { options, terminal } = context
  try {
    if (options.action === 'compare') return await compareImport(context, await statesOf(context))
    if (options.action === 'go') return await startAlerting(context)
    if (options.action !== 'import') return await stopAlerting(context, options.action.undo)
    const imported = await readSource(context)
    if (!options.json) terminal.print(reportText(options.source.title, imported))
    if (options.out === null) return await importRead(context, imported)
    return await writeFiles(context, imported, options.out)
  } catch (error) {
    if (!isForPeople(error)) throw error
    if (options.json) terminal.print(json({ mistakes: [error.message] }))
    else terminal.note(`${error.message}\nNothing was changed.\n`)
    return exitCodes.couldNot
  }
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof Unreadable || error instanceof SourceProblem || error instanceof ApiError

/** Files that cannot be imported; the message says why. */
class Unreadable extends Error {}

async function readSource({ read, options, api }: ImportContext): Promise<Imported> {
  const { source, paths, location, locations, envFile } = options
  const given = paths.length === 0 ? [] : await readImportFiles(paths)
  const asks = paths.length === 0 || (source.api?.isForStates === true && options.address !== null)
  const { files, report } = asks ? await filesOfApi(options, api) : { files: [], report: [] }
  const choices = { location, locations, environment: envFile === null ? {} : await variablesIn(envFile) }
  const outcome = await read({ source: source.name, files: [...given, ...files], choices })
  if ('problem' in outcome) throw new Unreadable(outcome.problem)
  return { ...outcome, report: [...report, ...outcome.report] }
}

const apiTimeLimitMs = 60 * minuteMs

function filesOfApi({ source, address }: ImportOptions, { key = '', send, clock }: ApiAccess): Promise<FilesOfApi> {
  if (key === '' && !source.api?.isForStates)
    throw new OptionProblem(
      `Name the files of ${source.title}, or set BELFRY_IMPORT_KEY to a key of its API. ${source.api?.key ?? ''}`,
    )
  const signal = new AbortController().signal
  return readApi({ source, key, address, takesAnyAddress: true }, { send, clock, signal, timeLimitMs: apiTimeLimitMs })
}

/** The states in the files that are named; null where none are. */
async function statesOf(context: ImportContext): Promise<readonly ImportState[] | null> {
  if (context.options.paths.length === 0) return null
  const { resources } = await readSource(context)
  return resources.flatMap(({ section, logicalId, state, reason = null }) =>
    section === 'checks' ? [{ logicalId, state, reason }] : [],
  )
}

async function writeFiles({ options, terminal }: ImportContext, imported: Imported, out: string): Promise<number> {
  const { text, report } = await writeResourceFiles(out, options.source, imported)
  const all = { ...imported, report: [...imported.report, ...report] }
  if (options.json) terminal.print(json({ ...withoutSecrets(all), out }))
  else terminal.print([...neededLines(report), '', `${text}${toEnter(imported)}`].join('\n'))
  return exitCodes.applied
}

async function variablesIn(path: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new OptionProblem(`${path} cannot be read.`)
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value = '']) => [name, value]))
}

async function importRead(context: ImportContext, imported: Imported): Promise<number> {
  const { client, options, terminal } = context
  const params = { source: options.source.name }
  const plan = await client().call('planImport', { params, body: bodyOf(imported) })
  if (!options.json) terminal.print(previewText(plan, imported))
  const isDone = options.plan || !changesAnything(plan)
  if (isDone || !(await isConfirmed(context))) {
    if (options.json) terminal.print(json({ applied: false, ...resultOf(plan, imported) }))
    return isDone ? exitCodes.applied : exitCodes.notConfirmed
  }
  return deploy(context, imported, plan)
}

async function deploy(context: ImportContext, imported: Imported, plan: ImportPreviewResource): Promise<number> {
  const { client, options, terminal } = context
  // What a person confirmed is what they saw.
  const query = options.yes ? {} : { planToken: plan.planToken }
  const input = { params: { source: options.source.name }, query, body: bodyOf(imported) }
  const { status, result, error } = await endOf(
    { client: client(), terminal },
    await client().call('startImport', input),
  )
  const isApplied = status === 'SUCCEEDED' && result !== null
  if (options.json) terminal.print(json({ applied: isApplied, ...resultOf(plan, imported), ...result, error }))
  else if (isApplied)
    terminal.print(`${appliedText(result.diff)}New checks are muted until you start alerting: --go does.\n`)
  if (isApplied) return exitCodes.applied
  terminal.note(`${error?.message ?? 'The import was cancelled.'}\n`)
  return exitCodes.failed
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const bodyOf = ({ resources, variables }: Imported) => ({
  resources: resources.map((resource) => ({ ...resource, value: { ...resource.value } })),
  variables: [...variables],
})

const changesAnything = ({ diff, variables }: ImportPreviewResource): boolean =>
  changesIn(diff).length > 0 || variables.some(({ action }) => action === 'CREATE' || action === 'UPDATE')

function previewText({ diff, variables, report }: ImportPreviewResource, imported: Imported): string {
  const lines = [...neededLines(report), '', ...variableLines(variables)]
  return `${lines.join('\n')}\n${planText(diff, nameIn(imported))}`
}

function nameIn({ resources }: Imported): NameOf {
  const names = new Map<string, string>(
    resources.flatMap(({ section, logicalId, value: { name } }) =>
      typeof name === 'string' ? [[`${section} ${logicalId}`, name] as const] : [],
    ),
  )
  return ({ type, logicalId }) => printable(names.get(`${kindOfType(type)?.section} ${logicalId}`) ?? logicalId)
}

const withoutSecrets = ({ resources, report }: Imported) => ({
  resources: resources.length,
  counts: countsOf(report),
  report,
})

const resultOf = ({ project, diff, variables, report }: ImportPreviewResource, imported: Imported) => ({
  counts: countsOf(imported.report),
  report: [...imported.report, ...report],
  variables,
  project,
  diff,
})

/** Files have no variables of the account. */
function toEnter({ variables }: Imported): string {
  if (variables.length === 0) return ''
  return `Create these secrets in the account first: ${variables.map(({ key }) => key).join(', ')}.\n`
}
