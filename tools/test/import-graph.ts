import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Files by the paths, in the repository, of those that they load. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

const root = join(import.meta.dirname, '../..')
const folders = ['src', 'tests', 'tools', 'bin', 'benches']
const sources = /\.(?:ts|tsx|mjs)$/

interface Module {
  readonly file: string
  /** What is imported or exported from where; the name is undefined for everything. */
  readonly uses: readonly Use[]
  /** Names of what it exports itself. */
  readonly declares: ReadonlySet<string>
  /** Names that it exports from elsewhere: the door of a room. */
  readonly passes: ReadonlyMap<string, Use>
  /** Modules all of whose exports it exports. */
  readonly passesAll: readonly string[]
}

interface Use {
  readonly from: string
  readonly name?: string
}

/**
 * What each file of the repository loads: imports of values, and files that it names in a text, as of a worker or of a
 * program. A name that comes through a door is an import of the file that declares it and of the door, which itself loads
 * nothing: a change behind it concerns those alone who use what changed.
 */
export function readImportGraph(): ImportGraph {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => sources.test(name))
      .map((name) => join(folder, name)),
  )
  const modules = new Map(files.map((file) => [file, readModule(file)]))
  return new Map(
    [...modules].map(([file, { uses }]) => [file, new Set(uses.flatMap((use) => declaring(modules, use)))]),
  )
}

/** The files that declare what is used, and the doors on the way to them. */
function declaring(modules: ReadonlyMap<string, Module>, { from, name }: Use, seen = new Set<string>()): string[] {
  const module = modules.get(from)
  if (module === undefined || seen.has(from)) return []
  seen.add(from)
  if (name === undefined) {
    const passed = [...module.passes.values(), ...module.passesAll.map((other) => ({ from: other }))]
    return [from, ...passed.flatMap((use) => declaring(modules, use, seen))]
  }
  const passed = module.passes.get(name)
  if (passed !== undefined) return [from, ...declaring(modules, passed, seen)]
  if (module.declares.has(name)) return [from]
  const found = module.passesAll.flatMap((other) => declaring(modules, { from: other, name }, seen))
  return found.length === 0 ? [] : [from, ...found]
}

const namedFile = /['"`]([^'"`\s]+\.(?:ts|tsx|mjs))['"`]/g

function readModule(file: string): Module {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const uses = [...usesOf(file, module.staticImports)]
  const exported = exportsOf(file, module.staticExports)
  for (const { moduleRequest } of module.dynamicImports) {
    const from = locate(file, text.slice(moduleRequest.start + 1, moduleRequest.end - 1))
    if (from !== undefined) uses.push({ from })
  }
  const places = [...module.staticImports, ...module.staticExports]
  const rest = places.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
  for (const [, name = ''] of rest.matchAll(namedFile)) uses.push(...namedIn(file, name))
  return { file, uses, ...exported }
}

type Parsed = ReturnType<typeof parseSync>['module']

function* usesOf(file: string, imports: Parsed['staticImports']): Generator<Use> {
  for (const { moduleRequest, entries } of imports) {
    const from = locate(file, moduleRequest.value)
    if (from === undefined) continue
    if (entries.length === 0) yield { from }
    for (const { importName, isType } of entries) if (!isType) yield useOf(from, importName)
  }
}

function exportsOf(file: string, exports: Parsed['staticExports']): Pick<Module, 'declares' | 'passes' | 'passesAll'> {
  const declares = new Set<string>()
  const passes = new Map<string, Use>()
  const passesAll: string[] = []
  for (const { moduleRequest, importName, exportName, isType } of exports.flatMap(({ entries }) => entries)) {
    const from = moduleRequest ? locate(file, moduleRequest.value) : file
    if (isType || from === undefined) continue
    if (from === file) declares.add(exportName.name ?? 'default')
    else if (exportName.name) passes.set(exportName.name, useOf(from, importName))
    else passesAll.push(from)
  }
  return { declares, passes, passesAll }
}

const useOf = (from: string, { name }: { readonly name: string | null | undefined }): Use =>
  name ? { from, name } : { from }

/** The path of a module of the repository; undefined for one of a package. */
function locate(file: string, request: string): string | undefined {
  if (request.startsWith('#')) return join('src', request.slice(1), 'index.ts')
  return request.startsWith('.') ? join(dirname(file), request) : undefined
}

/** A text may name a file from its own place, and a command of this repository from its root. */
function namedIn(file: string, name: string): Use[] {
  const isCommand = /^(?:tools|bin)\//.test(name)
  const places = [resolve(root, dirname(file), name), ...(isCommand ? [resolve(root, name)] : [])]
  return places.filter((place) => existsSync(place)).map((place) => ({ from: relative(root, place) }))
}
