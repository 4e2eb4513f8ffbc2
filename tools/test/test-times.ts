import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Seconds of processor time by the path of the test file in the repository. */
export type TestTimes = Readonly<Record<string, number>>

const file = join(import.meta.dirname, '../../.cache/test-times.json')

/** As last measured; none before the first run. */
export function readTestTimes(): TestTimes {
  try {
    return parseTimes(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Written by `writeTestTimes` and of its shape. */
const parseTimes = (text: string): TestTimes => JSON.parse(text) as TestTimes

/** Replaces the times of these files and leaves those of the others. */
export function writeTestTimes(times: TestTimes): void {
  const sorted = Object.entries({ ...readTestTimes(), ...times }).toSorted(([, a], [, b]) => b - a)
  mkdirSync(dirname(file), { recursive: true })
  // Two runs may end at the same time.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  renameSync(draft, file)
}
