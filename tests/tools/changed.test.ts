import { expect, test } from 'vitest'
import { testsConcernedBy } from '../../tools/test/changed.ts'
import { readImportGraph } from '../../tools/test/import-graph.ts'

const graph = readImportGraph()
const concernedBy = (...files: string[]) => testsConcernedBy(files, graph).tests

test('a change concerns the tests that load it, through the door of its room and through other files', () => {
  const tests = concernedBy('src/alerting/advance.ts')
  expect(tests).toContain('src/alerting/advance.test.ts')
  expect(tests).toContain('tests/simulation/simulation.test.ts')
  expect(tests).not.toContain('src/probes/tcp/tcp.test.ts')
})

test('a door lets through what a test imports from it, and nothing else of the room', () => {
  expect(concernedBy('src/schedule/index.ts')).toContain('src/publishing/uptime/uptime.test.ts')
  expect(concernedBy('src/kernel/log.ts')).not.toContain('src/publishing/uptime/uptime.test.ts')
})

test('of the tests that put the whole API together only the one beside a file that is reached is chosen', () => {
  expect(concernedBy('src/api/handlers/oidc.ts')).toEqual(['src/api/handlers/oidc.test.ts'])
})

test('a program that is named in a text is loaded', () => {
  expect(concernedBy('src/runner/evaluation-worker.ts')).toContain('src/runner/evaluators.test.ts')
})

test('a test concerns itself, and a file that no test loads is named', () => {
  const changed = ['tests/machine/kill.test.ts', 'docs/development.md']
  expect(testsConcernedBy(changed, graph)).toEqual({
    tests: ['tests/machine/kill.test.ts'],
    unknown: ['docs/development.md'],
  })
})
