import { expect, test } from 'vitest'
import { combine, repeatFailures } from '../../tools/test/machine-tests.ts'
import { summarise } from '../../tools/test/summary.ts'
import type { FileReport } from '../../tools/test/report.ts'
import type { Outcome } from '../../tools/test/vitest.ts'

const kill = 'tests/machine/kill.test.ts'
const failureOf = (name: string) => ({ name, text: `${name}\n  it broke` })

function aFile(file: string, project: string, failed: readonly string[], output: readonly string[] = []): FileReport {
  const failures = failed.map(failureOf)
  return {
    file,
    project,
    passed: 3 - failed.length,
    failed: failed.length,
    skipped: 0,
    cpuSeconds: 1,
    failures,
    output,
  }
}

const anOutcome = (...files: FileReport[]): Outcome => ({ isSound: true, files, cpuSeconds: 2, databaseSeconds: 1 })
const notRun = (file: string): never => {
  throw new Error(`${file} was run again.`)
}

test('a test of machines that passes when its file is run again is unstable, with what was printed both times', async () => {
  const first = anOutcome(aFile(kill, 'machine', ['loses nothing'], ['slow']), aFile('src/a.test.ts', 'units', []))
  const repeated = await repeatFailures(first, async () => anOutcome(aFile(kill, 'machine', [], ['fast'])))
  expect(repeated.unstable).toEqual([{ name: 'loses nothing', outputs: ['loses nothing\n  it broke\nslow', 'fast'] }])
  const { lines, hasPassed } = summarise(repeated)
  expect(hasPassed).toBe(true)
  expect(lines.slice(-2)).toEqual([
    '1 unstable: failed, and passed when run again, alone.',
    'Belfry: 6 passed, 0 failed',
  ])
})

test('one that fails again has failed, and one that fails only then has failed too', async () => {
  const first = anOutcome(aFile(kill, 'machine', ['a', 'b']))
  const repeated = await repeatFailures(first, async () => anOutcome(aFile(kill, 'machine', ['b', 'c'])))
  expect(repeated.unstable.map(({ name }) => name)).toEqual(['a'])
  expect(summarise(repeated)).toMatchObject({ hasPassed: false })
  expect(summarise(repeated).lines.slice(-1)).toEqual(['Belfry: 1 passed, 2 failed'])
})

test('no other test is run again', async () => {
  const repeated = await repeatFailures(anOutcome(aFile('src/a.test.ts', 'units', ['a'])), notRun)
  expect(summarise(repeated)).toEqual({ hasPassed: false, lines: ['Failed: a', 'Belfry: 2 passed, 1 failed'] })
})

test('a test that is unstable twice in a run fails it', async () => {
  const outcome = anOutcome(aFile(kill, 'selection', ['a']))
  const once = await repeatFailures(outcome, async () => anOutcome(aFile(kill, 'selection', [])))
  const { lines, hasPassed } = summarise(combine([once, once]))
  expect(hasPassed).toBe(false)
  expect(lines).toContain('Failed: unstable twice: a')
})

test('an error outside of all tests fails a run, and so does a run without a test', () => {
  const outcome = { ...anOutcome(aFile(kill, 'machine', [])), unstable: [] }
  expect(summarise(outcome).hasPassed).toBe(true)
  expect(summarise({ ...outcome, isSound: false }).hasPassed).toBe(false)
  expect(summarise({ ...outcome, files: [] }).hasPassed).toBe(false)
  expect(summarise(outcome, { failed: ['types'], cpuSeconds: 1 }).hasPassed).toBe(false)
})

test('a whole run ends with what its files, the database and the checks cost', () => {
  const file = { ...aFile('src/a.test.ts', 'units', []), cpuSeconds: 14.26, skipped: 2 }
  const outcome = { ...anOutcome(file), cpuSeconds: 20, databaseSeconds: 4, unstable: [] }
  expect(summarise(outcome, { failed: [], cpuSeconds: 7 }).lines).toEqual([
    '',
    'Seconds of processor time of the most expensive files:',
    '    14.3  src/a.test.ts',
    'Processor time: 27 s (units 14, database 4, verify 7, everything else 2)',
    'Belfry: 3 passed, 0 failed, 2 skipped',
  ])
})

test('a file may use more where all files do, and only a whole run on a machine that is not busy fails for it', () => {
  const runWhere = (average: number, seconds: number) => {
    const fileOf = (name: number, cpuSeconds: number) => ({ ...aFile(`src/${name}.test.ts`, 'units', []), cpuSeconds })
    const others = Array.from({ length: 999 }, (_, name) => fileOf(name, average))
    return { ...anOutcome(...others, fileOf(999, seconds)), unstable: [] }
  }
  const whole = { failed: [], cpuSeconds: 7 }
  const isGood = (average: number, seconds: number): boolean => summarise(runWhere(average, seconds), whole).hasPassed
  expect(isGood(0.9, 22)).toBe(true)
  expect(isGood(0.9, 23)).toBe(false)
  expect(isGood(1.2, 27)).toBe(true)
  expect(isGood(1.2, 30)).toBe(false)
  expect(isGood(1.9, 60)).toBe(true)
  const { lines, hasPassed } = summarise(runWhere(0.9, 23))
  expect(hasPassed).toBe(true)
  expect(lines).toContain('src/999.test.ts used 23.0 s of processor time, more than 15.0')
})
