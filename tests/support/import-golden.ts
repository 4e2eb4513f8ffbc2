import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Imported, ImportFile, Source } from '#importing'
import { mistakesOfImport } from './mistakes-of-import.ts'

const folder = join(import.meta.dirname, 'imports')
const choices = { location: 'eu-west-1', locations: {}, environment: {} }

/** Files of `tests/support/imports`, by their paths there. */
export const importFiles = (...paths: readonly string[]): readonly ImportFile[] =>
  paths.map((path) => ({ path: path.replace(/^[^/]+\//, ''), content: readFileSync(join(folder, path)) }))

/** A file with this text. */
export const textFile = (text: string, path = 'file.yaml'): ImportFile => ({
  path,
  content: new TextEncoder().encode(text),
})

export const importOf = (
  source: Source,
  files: readonly ImportFile[],
  environment: Readonly<Record<string, string>> = {},
) => source.read(files, { ...choices, environment })

/** Compares what an import has with the golden file of a name. Returns what would be left out as not valid, with the reason. */
export async function goldenProblems(imported: Imported, golden: string): Promise<readonly string[]> {
  await expect(written(imported)).toMatchFileSnapshot(join(folder, `${golden}.golden.txt`))
  return mistakesOfImport(imported)
}

/** A line for each field of the source, then the resources. */
function written({ report, variables, resources }: Imported): string {
  const lines = report.map(({ item, field, fate, note }) => [fate.padEnd(12), item, field, note].join(' | '))
  const keys = variables.map(({ key, value }) => `${key}${value === null ? ' (to enter)' : ''}`)
  const values = resources.map(
    ({ section, logicalId, state, value }) => `${section} ${logicalId} (${state})\n${JSON.stringify(value, null, 2)}`,
  )
  return [...lines, '', `variables: ${keys.join(', ')}`, '', ...values, ''].join('\n')
}
