import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock, silentLog } from '#kernel'
import { apiTask } from '../../../tests/support/probe-tasks.ts'
import { plainScripts } from '../../../tests/support/plain-scripts.ts'
import { createSandbox, SandboxPool, takeFromPools } from '../index.ts'
import type { ApiScripts, Sandbox, SandboxedProcess } from '../index.ts'

const clock = new SystemClock()

let directory: string
let sandbox: Sandbox
const pools: SandboxPool[] = []
const all: ApiScripts[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'scripts-'))
  sandbox = await createSandbox({ clock, directory, hidden: [], ownEndpoints: () => [] })
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  await sandbox.close()
  await Promise.all(all.map((scripts) => scripts.finished()))
  await rm(directory, { recursive: true, force: true })
})

const walledScripts = () =>
  plainScripts({
    takeProcess: takeFromPools({
      egress: createEgress({ allowPrivateTargets: true }, clock),
      createPool: (command) => {
        const pool = new SandboxPool({ clock, sandbox, command, size: 1, log: silentLog })
        pools.push(pool)
        return pool
      },
      startLimits: (process: SandboxedProcess, changed) => sandbox.startLimits(process, changed),
    }),
  })

test('scripts behind the wall change requests with packages of their runtime, and see nothing of the service', async ({
  skip,
}) => {
  if (sandbox.status.level === null) skip(sandbox.status.reason)
  const code = { runtimeId: null, environment: [{ key: 'A', value: '1', secret: false }], snippets: [] }
  const scripts = walledScripts()
  all.push(scripts)
  const opened = await scripts.open(code, 'account', new AbortController().signal)
  if ('problem' in opened) throw new Error(opened.problem)
  const script = `const day = require('dayjs')
    request.headers.day = day('2026-01-02').format('DD')
    request.headers.keys = Object.keys(process.env).join()
    const { readFileSync } = process.getBuiltinModule('fs')
    try { readFileSync('/proc/${process.pid}/environ') } catch (error) { request.headers.environ = error.code }`
  const outcome = await opened.session.setUp({ title: 'setup script', script }, apiTask({}).request)
  opened.close()
  if ('failure' in outcome) throw new Error(outcome.failure)
  const headers = Object.fromEntries(outcome.request.headers.map(({ key, value }) => [key, value]))
  expect(headers).toMatchObject({ day: '02', keys: 'A', environ: expect.stringMatching(/^E/) })
})
