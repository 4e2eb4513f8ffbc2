import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Imported, ImportFile, Source } from '#importing'
import { withoutInvalid } from '../../src/importing/without-invalid.ts'

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

/** Compares what an import has with the golden file of a name, and demands that every resource could be created. */
export async function expectGolden(imported: Imported, golden: string): Promise<void> {
  expect(await withoutInvalid(imported)).toBe(imported)
  await expect(written(imported)).toMatchFileSnapshot(join(folder, `${golden}.golden.txt`))
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
