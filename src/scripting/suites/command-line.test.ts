import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { findCommandProblem } from './suite-arguments.ts'

interface ReadLine {
  readonly config: string | null
  readonly reporter: string | null
  readonly given: readonly string[]
  readonly rest: readonly string[]
  readonly selection: readonly string[]
}
type Read = (words: readonly string[], settings: object) => ReadLine

const read = createRequire(import.meta.url)('./child/command-line.cjs').readCommandLine as Read
const forced = ['--trace=on']
const line = (words: readonly string[], projects: readonly string[] = [], tags: readonly string[] = []): ReadLine =>
  read(words, { projects, tags })

/** Whether the pattern selects a test, as Playwright compares it: project, file, titles and tags. */
function selects(words: readonly string[], tags: readonly string[], title: string): boolean {
  const pattern = line(words, [], tags).selection.find((text) => text.startsWith('--grep='))
  return new RegExp(pattern?.slice('--grep='.length) ?? '').test(title)
}

it('adds the trace to every command in place of its own, and leaves out its output directory', () => {
  expect(line([]).selection).toEqual(forced)
  expect(line(['--trace', 'off', '--output=mine', 'a.spec.ts'])).toMatchObject({
    selection: forced,
    rest: ['a.spec.ts'],
  })
})

it('adds each project as one argument, whatever its name', () => {
  expect(line([], ['desktop', "it's a phone; rm -rf /"]).selection).toEqual([
    '--project=desktop',
    "--project=it's a phone; rm -rf /",
    ...forced,
  ])
})

it('keeps every other argument as it is, also with spaces and quotes in it', () => {
  const words = ['a "b" c.spec.ts', '--project', 'one', 'two', '--grep-invert', "it's", '--', '--reporter', 'x']
  expect(line(words).rest).toEqual(words)
})

it('selects tests with any of the tags, and no tag that only begins the same', () => {
  expect(selects([], ['smoke', '@cart'], 'shop sells @cart')).toBe(true)
  expect(selects([], ['smoke', '@cart'], 'shop sells @smoke @slow')).toBe(true)
  expect(selects([], ['smoke'], 'shop sells @smoketest')).toBe(false)
  expect(selects([], ['a.b'], 'shop sells @axb')).toBe(false)
})

it.each([[['--grep', 'sells a']], [['-g', 'sells a']], [['-gsells a']], [['--grep=sells a']], [['--grep=/sells a/i']]])(
  'selects within what the command selects by %j',
  (words) => {
    expect(selects(words, ['smoke'], 'shop sells a thing @smoke')).toBe(true)
    expect(selects(words, ['smoke'], 'shop buys @smoke')).toBe(false)
    expect(selects(words, ['smoke'], 'shop sells a thing')).toBe(false)
  },
)

it('says which reporter, configuration and defaults the command has', () => {
  const words = ['-c', 'e2e/pw.config.ts', '--reporter=dot,./own.js', '-j4', '--retries', '1']
  expect(line(words)).toMatchObject({
    config: 'e2e/pw.config.ts',
    reporter: 'dot,./own.js',
    given: ['workers', 'retries'],
    rest: ['-j4', '--retries', '1'],
  })
})

it('rejects a command that demands a screen, before the run where it is seen', () => {
  for (const word of ['--headed', '--ui', '--debug']) {
    expect(() => line([word])).toThrow(word)
    expect(findCommandProblem(`npx playwright test ${word}`)).toContain(word)
  }
  expect(line(['tests/--headed-page.spec.ts']).rest).toHaveLength(1)
  expect(findCommandProblem('npx playwright test tests/--headed-page.spec.ts')).toBeNull()
})
