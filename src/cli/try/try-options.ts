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
