import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { isFields } from '#contract'
import { kinds } from '../kinds.ts'
import type { Mistake } from '../mistake.ts'
import { parseYaml } from '../parse-yaml.ts'
import type { Parsed, ParsedFile, SourceFile } from '../parsed-file.ts'
import { isNearSection } from '../read-sections.ts'
import { exportsDefault, parseModule } from './parse-module.ts'

/** The value that a module exports by default. Rejects with what is wrong with the module. */
export type LoadModule = (file: string) => Promise<unknown>

export interface DirectoryContent {
  readonly files: readonly ParsedFile[]
  /** YAML and JSON without resources, relative to the directory. */
  readonly skipped: readonly string[]
  readonly mistakes: readonly Mistake[]
}

const maxFiles = 5000
const maxBytes = 10 * 1024 * 1024
const dataFormats: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json'])
const moduleFormats: ReadonlySet<string> = new Set(['.ts', '.mts'])
/** Of other tools, and the tests of checks. */
const isOfOthers = /^(?:package|package-lock|tsconfig.*|jsconfig.*)\.json$|\.(?:spec|test|config|d)\.m?ts$/

/**
 * The files of resources below a directory, outside of node_modules and of folders that begin with a dot: YAML and JSON
 * with sections, and TypeScript that exports them by default. Null modules: TypeScript is not run here.
 */
export async function readDirectory(directory: string, loadModule: LoadModule | null): Promise<DirectoryContent> {
  const status = await stat(directory).catch(() => null)
  if (!status?.isDirectory()) return { files: [], skipped: [], mistakes: [general(`${directory} is not a directory.`)] }
  const paths = await pathsBelow(directory, '')
  if (paths.length > maxFiles)
    return { files: [], skipped: [], mistakes: [general(`${directory} has more than ${maxFiles} files to read.`)] }
  const read = await Promise.all(paths.map((path) => readOne(directory, path, loadModule)))
  return {
    files: read.flatMap((one) => (one !== null && 'file' in one ? [one.file] : [])),
    skipped: paths.filter((path, index) => read[index] === null && !moduleFormats.has(extname(path))),
    mistakes: read.flatMap((one) => (one !== null && 'mistakes' in one ? one.mistakes : [])),
  }
}

const general = (message: string): Mistake => ({ file: '.', position: null, field: '', message })

async function pathsBelow(directory: string, below: string): Promise<string[]> {
  const entries = await readdir(join(directory, below), { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) found.push(...(await pathsBelow(directory, path)))
    // Configuration that a cluster mounts consists of links.
    else if (isOfFormat(entry.name) && !isOfOthers.test(entry.name)) found.push(path)
  }
  return found
}

const isOfFormat = (name: string): boolean => dataFormats.has(extname(name)) || moduleFormats.has(extname(name))

/** Null: it holds no resources. */
async function readOne(directory: string, path: string, loadModule: LoadModule | null): Promise<Parsed | null> {
  const problem = (message: string): Parsed => ({ mistakes: [{ file: path, position: null, field: '', message }] })
  const status = await stat(join(directory, path)).catch(() => null)
  if (!status?.isFile()) return null
  if (status.size > maxBytes) return problem(`has more than ${maxBytes / 1024 / 1024} MB.`)
  const source = { path, text: await readFile(join(directory, path), 'utf8') }
  if (!moduleFormats.has(extname(path))) return dataOf(source)
  if (!exportsDefault(source)) return null
  if (loadModule === null)
    return problem('TypeScript is not run here. Write YAML or JSON, or apply the directory by `belfry apply`.')
  return loadModule(join(directory, path)).then(
    (value) => ({ file: parseModule(source, value) }),
    (error: unknown) => problem(`cannot be run: ${error instanceof Error ? error.message : String(error)}`),
  )
}

function dataOf(source: SourceFile): Parsed | null {
  const parsed = parseYaml(source)
  if ('mistakes' in parsed) return parsed
  return isForeign(parsed.file) ? null : parsed
}

/** Whether nothing in a file is a section or looks like one. */
function isForeign({ path, value }: ParsedFile): boolean {
  if (value === null) return true
  if (!isFields(value)) return extname(basename(path)) === '.json'
  return !Object.keys(value).some((name) => name === 'project' || name in kinds || isNearSection(name))
}
