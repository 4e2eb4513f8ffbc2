import { basename, join } from 'node:path'
import { ApiError } from '#client'
import type { Client } from '#client'
import type { CallInput, DryRunResource } from '#contract'
import { collectFiles, ScriptProblem } from '#resource-files'
import type { TestProject } from '#resource-files'
import { ClientProblem, clientOfEnvironment } from '../environment-client.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { usages } from '../usages.ts'
import { chooseType } from './choose-type.ts'
import type { ChosenType } from './choose-type.ts'
import { ProgressPrinter } from './progress-printer.ts'
import { resultText } from './result-text.ts'
import { saveFiles } from './save-files.ts'
import { readOptions } from './try-options.ts'
import type { TryOptions } from './try-options.ts'
import { TryProblem } from './try-problem.ts'

const exitCodes = { passed: 0, failed: 1, notRun: 2, cancelled: 130 } as const

/** Runs one test file on a server without saving it, and prints what happens. Returns the exit code of `usage`. */
export async function tryFile(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args)
    return await tryWith(options, clientOfEnvironment())
  } catch (error) {
    if (isMisuse(error)) return fail(`${error.message}\n\n${usages.try}`)
    if (isExpected(error)) return fail(`${error.message}\n`)
    if (isUnreachable(error)) return fail('The service at BELFRY_URL cannot be reached.\n')
    throw error
  }
}

const isExpected = (error: unknown): error is Error =>
  [TryProblem, ScriptProblem, ClientProblem, ApiError].some((known) => error instanceof known)

/** Of the parser of arguments. */
const isMisuse = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

function fail(message: string): number {
  process.stderr.write(message)
  return exitCodes.notRun
}

async function tryWith(options: TryOptions, client: Client): Promise<number> {
  const project = await collectFiles(options.file)
  const chosen = chooseType(project, options.type)
  const cancelled = new AbortController()
  const cancel = (): void => cancelled.abort()
  process.once('SIGINT', cancel)
  process.once('SIGTERM', cancel)
  try {
    // Without the signal: only with its id can the run be cancelled.
    const started = await client.call('startDryRun', bodyOf(options, project, chosen))
    if (!options.json) process.stdout.write(openingOf(options, project, { chosen, started }))
    return await follow(client, started.id, { options, signal: cancelled.signal })
  } finally {
    process.off('SIGINT', cancel)
    process.off('SIGTERM', cancel)
  }
}

function bodyOf(options: TryOptions, project: TestProject, { type }: ChosenType): CallInput<'startDryRun'> {
  const { script, scriptPath, dependencies } = project
  const { runtime, location, variables, trace } = options
  return {
    query: { maxWaitSeconds: 0 },
    body: {
      check: {
        checkType: type,
        name: basename(options.file).slice(0, maxNameLength),
        script,
        scriptPath,
        dependencies: [...dependencies],
        environmentVariables: variables.map((variable) => ({ ...variable, locked: false })),
        ...(runtime !== null && { runtimeId: runtime }),
      },
      ...(location !== null && { runLocation: location }),
      includeTraces: trace,
    },
  }
}

const maxNameLength = 100

function openingOf(
  { file }: TryOptions,
  { dependencies, missing }: TestProject,
  { chosen: { type, reason }, started }: { readonly chosen: ChosenType; readonly started: DryRunResource },
): string {
  const files =
    dependencies.length === 0 ? '' : `, with the files it imports: ${dependencies.map(({ path }) => path).join(', ')}`
  const kind = type.replace('_', '-').toLowerCase()
  const warnings = missing.map((name) => `Not found: ${name}.\n`).join('')
  return `Running ${file} as a ${kind} check (${reason}) in ${started.runLocation}${files}.\n${warnings}\n`
}

interface Following {
  readonly options: TryOptions
  readonly signal: AbortSignal
}

/** Prints what happens until the run has ended, then its result, which is deleted from the server. */
async function follow(client: Client, dryRunId: string, { options, signal }: Following): Promise<number> {
  const params = { dryRunId }
  try {
    await printProgress(client, dryRunId, { options, signal })
    const run = await client.call('getDryRun', { params, query: { maxWaitSeconds: 30 } }, { signal })
    return await finish(run, options)
  } catch (error) {
    if (!signal.aborted) throw error
    process.stderr.write('Cancelled.\n')
    return exitCodes.cancelled
  } finally {
    await client.call('cancelDryRun', { params }).catch(() => {})
  }
}

async function printProgress(client: Client, dryRunId: string, { options, signal }: Following): Promise<void> {
  const printer = new ProgressPrinter((line) => void (options.json || process.stdout.write(`${line}\n`)))
  let after = 0
  for (;;) {
    const input = { params: { dryRunId }, query: { after, maxWaitSeconds: 30 } }
    const { status, position, events } = await client.call('getDryRunProgress', input, { signal })
    for (const event of events) printer.add(event)
    if (status !== 'RUNNING' && events.length === 0) return
    after = position
  }
}

async function finish(run: DryRunResource, { output, file, json }: TryOptions): Promise<number> {
  const { result } = run
  const directory = join(output, `${basename(file).replace(/\.[^.]*$/, '')}-${run.id.slice(-8)}`)
  const { paths, tooLarge } = await saveFiles(directory, result?.files ?? [])
  if (json)
    process.stdout.write(`${JSON.stringify({ ...run, result: result && { ...result, files: paths } }, null, 2)}\n`)
  else {
    const saved = paths.map((path) => `Saved ${path}\n`)
    const left = tooLarge.map(({ name, sizeBytes }) => `Too large to fetch: ${name} (${sizeBytes} bytes)\n`)
    process.stdout.write(['\n', resultText(run), ...saved, ...left].join(''))
  }
  if (result === null || result.hasErrors) return exitCodes.notRun
  return run.status === 'FAILED' ? exitCodes.failed : exitCodes.passed
}
