import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { checkTypes, isFields } from '#contract'
import { findAssertionProblems } from '#evaluation'
import type { Imported, ImportFile, Source } from '#importing'
import { findFrequencyProblem, findHeartbeatProblem } from '#schedule'
import { findTemplateProblem } from '#templating'

const folder = join(import.meta.dirname, 'imports')
const choices = { location: 'eu-west-1', locations: {}, environment: {} }

/** Files of `tests/support/imports`, by their paths there. */
export const importFiles = (...paths: readonly string[]): readonly ImportFile[] =>
  paths.map((path) => ({ path: path.replace(/^[^/]+\//, ''), content: readFileSync(join(folder, path)) }))

/** A file with this text. */
export const textFile = (text: string, path = 'file.yaml'): ImportFile => ({ path, content: new TextEncoder().encode(text) })

export const importOf = (source: Source, files: readonly ImportFile[], environment: Readonly<Record<string, string>> = {}) =>
  source.read(files, { ...choices, environment })

/** Compares what an import has with the golden file of a name, and demands that every check could be created. */
export async function expectGolden(imported: Imported, golden: string): Promise<void> {
  expect(problemsIn(imported)).toEqual([])
  await expect(written(imported)).toMatchFileSnapshot(join(folder, `${golden}.golden.txt`))
}

/** A line for each field of the source, then the resources. */
function written({ report, variables, resources }: Imported): string {
  const lines = report.map(({ item, field, fate, note }) => [fate.padEnd(12), item, field, note].join(' | '))
  const keys = variables.map(({ key, value }) => `${key}${value === null ? ' (to enter)' : ''}`)
  const values = resources.map(({ section, logicalId, state, value }) => `${section} ${logicalId} (${state})\n${JSON.stringify(value, null, 2)}`)
  return [...lines, '', `variables: ${keys.join(', ')}`, '', ...values, ''].join('\n')
}

/** What the verbs that create checks would reject, besides what resource files do. */
export const problemsIn = ({ resources }: Imported): readonly unknown[] =>
  resources.flatMap(({ section, logicalId, value }) => {
    if (section !== 'checks') return []
    const { sources } = checkTypes[value['checkType'] as keyof typeof checkTypes]
    const request = isFields(value['request']) ? value['request'] : {}
    const assertions = (Array.isArray(request['assertions']) ? request['assertions'] : []).map((one) => ({ property: '', target: '', regex: '', ...one }))
    const plan = { frequencyOffset: null, frequency: 10, ...value } as unknown as Parameters<typeof findFrequencyProblem>[0]
    const heartbeat = isFields(value['heartbeat']) ? findHeartbeatProblem(value['heartbeat'] as Parameters<typeof findHeartbeatProblem>[0]) : null
    return [
      ...findAssertionProblems(sources, assertions, 'request.assertions'),
      ...(value['checkType'] === 'HEARTBEAT' ? [] : [findFrequencyProblem(plan, false)]),
      heartbeat,
      ...textsIn(request).map((text) => findTemplateProblem(text)),
    ]
      .filter((problem) => problem !== null && problem !== undefined)
      .map((problem) => [logicalId, problem])
  })

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
