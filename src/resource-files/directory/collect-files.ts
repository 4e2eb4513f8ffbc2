import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { importsOf } from './imports-of.ts'

/** Why a file cannot be collected, in a sentence. */
export class ScriptProblem extends Error {}

export interface TestProject {
  /** The directory that paths are relative to. */
  readonly root: string
  /** The test file, relative to the directory that holds every file, with `/`. */
  readonly scriptPath: string
  readonly script: string
  readonly dependencies: readonly { readonly path: string; readonly content: string }[]
  /** Imports of files that do not exist. */
  readonly missing: readonly string[]
}

const maxFiles = 1000
const isProgram = /\.[cm]?[jt]sx?$/
const isRelative = /^\.{1,2}(?:\/|$)/
const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

/**
 * A test file and every file that it imports by a relative path, directly or not. Nothing is executed. Packages belong to
 * the runtime. Paths are relative to `root`, or to a directory above it that holds every file; by default, to the deepest
 * one. Throws ScriptProblem.
 */
export async function collectFiles(file: string, root?: string): Promise<TestProject> {
  const entry = resolve(file)
  const script = await readFile(entry, 'utf8').catch(() => null)
  if (script === null) throw new ScriptProblem(`${file} cannot be read.`)
  if (script.trim() === '') throw new ScriptProblem(`${file} is empty.`)
  const found = new Map([[entry, script]])
  const missing: string[] = []
  // A map may grow while it is iterated: files are visited in the order in which they are found.
  for (const [path, content] of found)
    for (const name of relativeImports(path, content)) {
      const imported = await resolveImport(resolve(dirname(path), name))
      if (imported === null) missing.push(`${name} in ${relative(dirname(entry), path)}`)
      else if (!found.has(imported)) found.set(imported, await readFile(imported, 'utf8'))
      if (found.size > maxFiles) throw new ScriptProblem(`${file} imports more than ${maxFiles} files.`)
    }
  const holders = root === undefined ? [] : [join(resolve(root), 'any')]
  return projectOf(entry, { found, missing, root: commonDirectory([...holders, ...found.keys()]) })
}

const relativeImports = (path: string, content: string): readonly string[] =>
  isProgram.test(path) ? importsOf(path, content).filter((name) => isRelative.test(name)) : []

/** As the test runner finds it: with an ending left out, as the index of a directory, or written `.js` for `.ts`. */
async function resolveImport(path: string): Promise<string | null> {
  const candidates = [...endings.map((ending) => `${path}${ending}`), path.replace(/\.([cm]?)js$/, '.$1ts')]
  for (const candidate of candidates) {
    const status = await stat(candidate).catch(() => null)
    if (status?.isFile()) return candidate
  }
  return null
}

interface Found {
  readonly found: ReadonlyMap<string, string>
  readonly missing: readonly string[]
  readonly root: string
}

function projectOf(entry: string, { found, missing, root }: Found): TestProject {
  const pathOf = (path: string): string => relative(root, path).split(sep).join('/')
  const dependencies = [...found].filter(([path, content]) => path !== entry && content !== '')
  return {
    root,
    scriptPath: pathOf(entry),
    script: found.get(entry) ?? '',
    dependencies: dependencies.map(([path, content]) => ({ path: pathOf(path), content })),
    missing,
  }
}

function commonDirectory(paths: readonly string[]): string {
  let root = dirname(paths[0] ?? '/')
  while (!paths.every((path) => path.startsWith(root === '/' ? '/' : `${root}${sep}`))) root = dirname(root)
  return root
}
