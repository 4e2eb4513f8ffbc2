import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { processesOfRun } from '../../tools/test/processes-of-run.ts'
import { memoryDirectoryOf } from '../../tools/test/run-directory.ts'
import { eventually } from '../support/eventually.ts'
import { commandEnvironment } from '../support/server-process.ts'

const root = resolve(import.meta.dirname, '../..')
const place = mkdtempSync(join(tmpdir(), 'belfry-interrupted-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const direct = [process.execPath, join(root, 'tools/test.mjs')]
const byNpm = ['npm', 'test', '--']

/** Starts a run of a test that starts services, and waits until one of them has its database. */
async function startRun([program = '', ...args]: readonly string[]) {
  const env = { ...commandEnvironment(), TMPDIR: place }
  const child = spawn(program, [...args, 'tests/machine/stop.test.ts'], { cwd: root, env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const directory = await eventually('the directory of the run', async () => readdirSync(place)[0])
  const path = join(place, directory)
  const runs = (name: string): boolean => processesOfRun(path).some((one) => one.program === name)
  await eventually('a database of the run', async () => runs('postgres'))
  return { child, ended, path }
}

/** Processes and entries, when the directory of the run is gone. */
async function leftOf(path: string) {
  await eventually('the directory to be removed', async () => !existsSync(path))
  return { processes: processesOfRun(path), entries: readdirSync(place), inMemory: existsSync(memoryDirectoryOf(path)) }
}
const nothing = { processes: [], entries: [], inMemory: false }

it.each([
  ['SIGINT', 'the run', direct],
  ['SIGTERM', 'the run', direct],
  ['SIGKILL', 'the run', direct],
  ['SIGKILL', 'npm, which started it,', byNpm],
] as const)(
  '%s of %s ends every process of a run of tests, in whatever session, and removes all it made',
  async (signal, _whom, command) => {
    const { child, ended, path } = await startRun(command)
    child.kill(signal)
    await ended
    expect(await leftOf(path)).toEqual(nothing)
  },
)

it('a run whose vitest is killed fails, and leaves nothing either', async () => {
  const { child, ended, path } = await startRun(direct)
  const vitest = processesOfRun(path).find(({ parent }) => parent === child.pid)
  if (vitest === undefined) throw new Error('The run has no process of vitest.')
  process.kill(vitest.pid, 'SIGKILL')
  expect(await ended).toEqual([1, null])
  expect(await leftOf(path)).toEqual(nothing)
})
