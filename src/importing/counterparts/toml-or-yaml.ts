import { parse } from 'smol-toml'
import { SourceProblem } from '../imported.ts'
import type { ImportFile } from '../imported.ts'
import { documentsOf, jsonOf, textOf } from './yaml-documents.ts'

const longestToml = 4_000_000

/** The documents of a file of JSON or YAML, or of TOML by its name. Throws SourceProblem with the place of a mistake. */
export function configurationsOf(file: ImportFile): readonly unknown[] {
  if (/\.(?:json|tfstate)$/i.test(file.path)) return [jsonOf(file)]
  if (!/\.toml$/i.test(file.path)) return documentsOf(file)
  try {
    return [parse(textOf(file, longestToml), { maxDepth: 100 })]
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    const [line = ''] = (error instanceof Error ? error.message : '').split('\n')
    throw new SourceProblem(`${file.path} is not valid TOML: ${line}.`)
  }
}
