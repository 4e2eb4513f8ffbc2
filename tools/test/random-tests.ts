import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runVitest } from './vitest.ts'
import type { Outcome } from './vitest.ts'

const root = join(import.meta.dirname, '../..')
const draws = /from '(?:fast-check|[^']*\/test-seed\.ts)'/

/** The tests that draw at random, which the gate always begins with the same seed. */
export const testsThatDraw = (): string[] =>
  globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root })
    .filter((file) => draws.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()

/** Runs them with the seed of the environment, or with a new one. */
export async function runRandomTests(directory: string): Promise<Outcome> {
  const seed = process.env['TEST_SEED'] ?? String(Math.floor(Math.random() * 1_000_000) + 1)
  process.stdout.write(`\nTests that draw at random, with TEST_SEED=${seed}\n`)
  const outcome = await runVitest(directory, {
    projects: ['!machine', '!alone'],
    args: testsThatDraw(),
    environment: { TEST_SEED: seed },
  })
  return { ...outcome, files: outcome.files.map((file) => ({ ...file, project: 'random' })) }
}
