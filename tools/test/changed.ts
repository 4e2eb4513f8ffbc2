import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { readImportGraph } from './import-graph.ts'
import type { ImportGraph } from './import-graph.ts'

const root = join(import.meta.dirname, '../..')
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
/** They put everything together, so that every change reaches every test that uses them. */
const compositions: ReadonlySet<string> = new Set([
  'src/api/handlers/index.ts',
  'src/server/start-server.ts',
  'src/cli/main.ts',
  'tests/support/api.ts',
  'tests/support/test-service.ts',
])

export interface Concerned {
  readonly tests: readonly string[]
  /** Changed files that no test loads. */
  readonly unknown: readonly string[]
}

/** Files that differ from `base`, a commit, or are not added yet. */
export function changedFiles(base: string): string[] {
  const lines = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
  return [...lines('diff', '--name-only', base), ...lines('ls-files', '--others', '--exclude-standard')]
}

/**
 * The tests that load one of the files, other than through the whole API or service, and those beside a file that does so:
 * `x.test.ts` of `x.ts`.
 */
export function testsConcernedBy(changed: readonly string[], graph: ImportGraph = readImportGraph()): Concerned {
  const reached = reachedFrom(changed, usersIn(graph))
  const beside = [...reached].map((file) => file.replace(/\.(tsx?)$/, '.test.$1'))
  const tests = new Set([...reached, ...beside].filter((file) => isTest(file) && graph.has(file)))
  return { tests: [...tests].toSorted(), unknown: changed.filter((file) => !graph.has(file)) }
}

function usersIn(graph: ImportGraph): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const [file, used] of graph) for (const one of used) users.set(one, [...(users.get(one) ?? []), file])
  return users
}

/** Everything that loads one of them; a composition is reached, but nothing through it. */
function reachedFrom(changed: readonly string[], users: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(changed)
  for (const file of reached) {
    const isEnd = compositions.has(file) && !changed.includes(file)
    for (const user of isEnd ? [] : (users.get(file) ?? [])) reached.add(user)
  }
  return reached
}
