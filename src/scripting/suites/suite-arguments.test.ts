import { expect, it } from 'vitest'
import { testArguments } from './suite-arguments.ts'

const files = { reporter: 'list,json', output: '/work/output' }
const forced = ['--reporter=list,json', '--output=/work/output', '--trace=on']
const added = (command: string, projects: readonly string[] = [], tags: readonly string[] = []) =>
  testArguments(command, { projects, tags }, files)

/** Whether the added pattern selects a test, as Playwright compares it: project, file, titles and tags. */
function selects(command: string, tags: readonly string[], title: string): boolean {
  const answer = added(command, [], tags)
  const pattern = 'arguments' in answer ? answer.arguments.find((text) => text.startsWith('--grep=')) : undefined
  return new RegExp(pattern?.slice('--grep='.length) ?? '').test(title)
}

it('adds the reporter, the output directory and the trace to every command', () => {
  expect(added('npx playwright test')).toEqual({ arguments: forced })
})

it('adds each project as one argument, whatever its name', () => {
  expect(added('npx playwright test', ['desktop', "it's a phone; rm -rf /"])).toEqual({
    arguments: [...forced, '--project=desktop', "--project=it's a phone; rm -rf /"],
  })
})

it('selects tests with any of the tags, and no tag that only begins the same', () => {
  expect(selects('npx playwright test', ['smoke', '@cart'], 'shop sells @cart')).toBe(true)
  expect(selects('npx playwright test', ['smoke', '@cart'], 'shop sells @smoke @slow')).toBe(true)
  expect(selects('npx playwright test', ['smoke'], 'shop sells @smoketest')).toBe(false)
  expect(selects('npx playwright test', ['a.b'], 'shop sells @axb')).toBe(false)
})

it('keeps what the command selects, and selects within it', () => {
  for (const command of ['npx playwright test --grep sells', 'npx playwright test -g "sells"']) {
    expect(selects(command, ['smoke'], 'shop sells @smoke')).toBe(true)
    expect(selects(command, ['smoke'], 'shop buys @smoke')).toBe(false)
    expect(selects(command, ['smoke'], 'shop sells')).toBe(false)
  }
})

it('rejects a command that demands a screen', () => {
  expect(added('npx playwright test --headed')).toEqual({ problem: expect.stringContaining('--headed') })
  expect(added('npx playwright test tests/--headed-page.spec.ts')).toEqual({ arguments: forced })
})
