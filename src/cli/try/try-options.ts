import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { isRuntimeId, runtimeIds } from '#contract'
import type { RuntimeId, TestFileType } from '#contract'
import { typeNames } from './choose-type.ts'
import { TryProblem } from './try-problem.ts'

export interface TryOptions {
  readonly file: string
  /** Null: what the file uses decides. */
  readonly type: TestFileType | null
  readonly location: string | null
  readonly runtime: RuntimeId | null
  readonly variables: readonly TryVariable[]
  readonly trace: boolean
  readonly output: string
  readonly json: boolean
}

export interface TryVariable {
  readonly key: string
  readonly value: string
  readonly secret: boolean
}

export const usage = `Usage:
  belfry try FILE.spec.ts [options]

Runs a test file once on a server without saving anything, with the files that it imports, and prints its steps as they
happen. Exit code 0: passed, 1: failed, 2: it could not be run, 130: cancelled with Ctrl-C.

  --type browser|multi-step  default: browser when the file uses page, context or browser
  --location LOCATION        a location or the slug of a private location
  --runtime ID               for example 2026.04
  --env KEY=VALUE            a variable of the run; any number of them
  --secret KEY=VALUE         the same, and its value appears in no output
  --env-file FILE            variables, one KEY=VALUE a line
  --trace                    also fetch the traces
  --output DIRECTORY         for screenshots and traces; default: belfry-results
  --json                     print the result as JSON and nothing else

BELFRY_URL and BELFRY_API_KEY say where and as whom; BELFRY_ACCOUNT_ID chooses one of several accounts of the key.
`

/** Throws TryProblem for what cannot be used, and a TypeError for unknown options. */
export function readOptions(args: readonly string[]): TryOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      type: { type: 'string' },
      location: { type: 'string' },
      runtime: { type: 'string' },
      env: { type: 'string', multiple: true, default: [] },
      secret: { type: 'string', multiple: true, default: [] },
      'env-file': { type: 'string', multiple: true, default: [] },
      trace: { type: 'boolean', default: false },
      output: { type: 'string', default: 'belfry-results' },
      json: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new TryProblem('Name one test file.')
  const variables = [
    ...values['env-file'].flatMap(variablesIn),
    ...values.env.map((text) => variableOf(text, false)),
    ...values.secret.map((text) => variableOf(text, true)),
  ]
  return {
    file,
    type: values.type === undefined ? null : typeOf(values.type),
    location: values.location ?? null,
    runtime: values.runtime === undefined ? null : runtimeOf(values.runtime),
    // The last of a name counts.
    variables: [...new Map(variables.map((variable) => [variable.key, variable])).values()],
    trace: values.trace,
    output: values.output,
    json: values.json,
  }
}

function typeOf(name: string): TestFileType {
  const type = typeNames[name.toLowerCase().replaceAll('_', '-')]
  if (type === undefined) throw new TryProblem(`There is no type "${name}": use browser or multi-step.`)
  return type
}

function runtimeOf(id: string): RuntimeId {
  if (!isRuntimeId(id)) throw new TryProblem(`There is no runtime "${id}": use one of ${runtimeIds.join(', ')}.`)
  return id
}

function variableOf(text: string, secret: boolean): TryVariable {
  const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (key === undefined) throw new TryProblem(`Write variables as KEY=VALUE, not "${text.split('=', 1)[0] ?? ''}".`)
  return { key, value, secret }
}

function variablesIn(path: string): TryVariable[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new TryProblem(`${path} cannot be read.`)
  }
  return Object.entries(parseEnv(text)).map(([key, value = '']) => ({ key, value, secret: false }))
}
