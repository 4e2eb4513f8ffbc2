import { parseAllDocuments } from 'yaml'
import { isFields } from '#contract'
import { SourceProblem } from '../imported.ts'
import type { ImportFile } from '../imported.ts'

type Fields = Readonly<Record<string, unknown>>

/** A part of a file that is of the source that reads it. */
export interface Part {
  readonly path: string
  readonly value: Fields
}

const maxYaml = 4_000_000
const maxJson = 64_000_000
const maxAliases = 200
const maxDepth = 12
const maxVisited = 2_000_000

/** Text in UTF-8, without a byte order mark. Throws SourceProblem for a file that is too long. */
export function textOf({ path, content }: ImportFile, longest = maxJson): string {
  if (content.length > longest)
    throw new SourceProblem(`${path} is longer than ${longest / 1_000_000} MB: split it into several files.`)
  return new TextDecoder().decode(content)
}

/** The value of a JSON file. Throws SourceProblem where it is not JSON. */
export function jsonOf(file: ImportFile): unknown {
  try {
    const value: unknown = JSON.parse(textOf(file))
    return value
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(`${file.path} is not valid JSON: it may be cut off. Export it again.`)
  }
}

/** The documents of YAML or JSON, with anchors and merge keys. Throws SourceProblem with the line of a mistake. */
export function documentsOf(file: ImportFile): readonly unknown[] {
  const text = textOf(file)
  if (/^\s*[{[]/.test(text)) {
    try {
      return [JSON.parse(text)]
    } catch {
      // YAML may begin with braces, too.
    }
  }
  if (text.length > maxYaml)
    throw new SourceProblem(`${file.path} is longer than ${maxYaml / 1_000_000} MB: split it into several files.`)
  return yamlOf(text, file.path)
}

function yamlOf(text: string, path: string): readonly unknown[] {
  try {
    const documents = [...parseAllDocuments(text, { merge: true, logLevel: 'error', stringKeys: true })]
    const [error] = documents.flatMap(({ errors }) => errors)
    if (error)
      throw new SourceProblem(`${path} is not valid YAML: ${(error.message.split('\n')[0] ?? '').replace(/:$/, '')}.`)
    return documents.map((document): unknown => document.toJS({ maxAliasCount: maxAliases }))
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(`${path} cannot be read: its aliases repeat too much, or it is nested too deeply.`)
  }
}

/**
 * The objects that a source recognises in files, wherever they are: at the top, in Helm values, or as text inside a ConfigMap,
 * a Secret or the configs of Compose. What is inside of one is not looked at.
 */
export function partsOf(files: readonly ImportFile[], isOurs: (value: Fields) => boolean): readonly Part[] {
  const parts: Part[] = []
  let visited = 0
  const look = (value: unknown, path: string, depth: number): void => {
    visited += 1
    if (depth > maxDepth || visited > maxVisited) return
    if (typeof value === 'string') for (const inner of textInside(value)) look(inner, path, depth + 1)
    else if (Array.isArray(value)) for (const one of value) look(one, path, depth + 1)
    else if (isFields(value)) {
      if (isOurs(value)) parts.push({ path, value })
      else for (const [name, one] of Object.entries(decoded(value))) look(one, pathOf(path, name), depth + 1)
    }
  }
  for (const file of files) for (const document of documentsOf(file)) look(document, file.path, 0)
  return parts
}

/** Files inside of files are named, levels of objects are not. */
const pathOf = (path: string, name: string): string => (/\.(?:ya?ml|json)$/.test(name) ? `${path} ${name}` : path)

/** Values of a Kubernetes Secret are base64. */
function decoded(value: Fields): Fields {
  const { kind, data } = value
  if (kind !== 'Secret' || !isFields(data)) return value
  const texts = Object.entries(data).map(([name, text]) => [name, Buffer.from(String(text), 'base64').toString()])
  return { ...value, data: Object.fromEntries(texts) }
}

/** Texts of several lines may be files. */
function textInside(text: string): readonly unknown[] {
  if (!/\n/.test(text.trim()) || !text.includes(':') || text.length > maxYaml) return []
  try {
    return yamlOf(text, '')
  } catch {
    return []
  }
}
