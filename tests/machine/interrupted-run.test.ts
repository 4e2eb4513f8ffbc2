import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { processesOfRun } from '../../tools/test/processes-of-run.ts'
import { eventually } from '../support/eventually.ts'
import { commandEnvironment } from '../support/server-process.ts'

const root = resolve(import.meta.dirname, '../..')
const place = mkdtempSync(join(tmpdir(), 'belfry-interrupted-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Starts a run of a test that starts services, and waits until one of them has its database. */
async function startRun() {
  const args = [join(root, 'tools/test.mjs'), 'tests/machine/stop.test.ts']
  const env = { ...commandEnvironment(), TMPDIR: place }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const directory = await eventually('the directory of the run', async () => readdirSync(place)[0])
  const path = join(place, directory)
  const runs = (program: string): boolean => processesOfRun(path).some((one) => one.program === program)
  await eventually('a database of the run', async () => runs('postgres'))
  return { child, ended, path }
}

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  '%s ends every process of a run of tests, in whatever session, and removes all it made',
  async (signal) => {
    const { child, ended, path } = await startRun()
    child.kill(signal)
    await ended
    await eventually('the directory to be removed', async () => !existsSync(path))
    expect(processesOfRun(path)).toEqual([])
    expect(readdirSync(place)).toEqual([])
  },
)
