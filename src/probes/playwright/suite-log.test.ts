import { expect, it } from 'vitest'
import type { LogLine } from '#contract'
import { SuiteLog } from './suite-log.ts'

function logged(parts: readonly (readonly [LogLine['level'], string])[]): [string, string][] {
  const lines: LogLine[] = []
  const log = new SuiteLog(lines, () => 0)
  for (const [level, text] of parts) log.add(level, text)
  log.end()
  return lines.map(({ level, msg }) => [level, msg])
}

it('joins what arrives in parts, so that no secret is cut in two', () => {
  expect(
    logged([
      ['INFO', 'Installing packages.'],
      ['INFO', 'one\ntoken pass'],
      ['ERROR', 'warning\n'],
      ['INFO', 'word\n\nlast'],
    ]),
  ).toEqual([
    ['INFO', 'Installing packages.'],
    ['INFO', 'one'],
    ['ERROR', 'warning'],
    ['INFO', 'token password'],
    ['INFO', 'last'],
  ])
})

it('leaves out what an endless log has beyond its limit, and says so once', () => {
  const lines = logged([['INFO', 'line\n'.repeat(20_000)]])
  expect(lines).toHaveLength(5001)
  expect(lines.at(-1)).toEqual(['WARN', 'The suite wrote more lines, which are left out.'])
})
