import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeRequest } from '#contract'
import type { SuiteRequest } from '#contract'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { createSandbox, findNpm, SuiteRuns } from '#scripting'
import type { Sandbox } from '#scripting'
import { aProject } from '../../../tests/support/an-archive.ts'
import { probeTools } from '../../../tests/support/probe-tasks.ts'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import { observe } from '../probes.ts'

const clock = new SystemClock()

const directory = mkdtempSync(join(tmpdir(), 'belfry-suite-limit-'))
const archive = aProject('limit')
let sandbox: Sandbox
beforeAll(async () => {
  await testRuntimes().get('2026.04')
  sandbox = await createSandbox({ clock, directory: join(directory, 'runs'), hidden: [], ownEndpoints: () => [] })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(directory, { recursive: true, force: true })
})

const mark = '876571'
const processesWithMark = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })

const suite: SuiteRequest = {
  codeBundlePath: 'bundle',
  workingDirectory: '',
  installCommand: 'true',
  testCommand: `trap "" TERM; setsid sleep ${mark} & echo tests have begun; sleep ${mark}`,
  browsers: [],
  projects: [],
  tags: [],
  engine: null,
  engineVersion: null,
  playwrightVersion: null,
  cacheHash: null,
}

it('a suite whose tests run for longer than they may fails with that reason and its log, and is ended', async () => {
  const suites = new SuiteRuns({
    runtimes: testRuntimes(),
    sandbox: async () => sandbox,
    egress: createEgress({ allowPrivateTargets: true }, clock),
    clock,
    npm: findNpm(process.env['PATH'] ?? ''),
    limits: { testMs: 1500 },
  })
  const seen = await observe(
    { checkType: 'PLAYWRIGHT', request: codeRequest, timeoutMs: 600_000, accountId: 'account', code: codeOf(suite) },
    { ...probeTools, suites, runFiles: { openBundle, directory: async () => directory } },
  )
  expect(seen).toMatchObject({ answer: null, failure: { kind: 'script', isNetworkError: false } })
  expect(seen.failure?.message).toMatch(/^The tests took longer than 1\.5 seconds/)
  // The suite is at fault, so that the run counts as failed.
  expect(seen.found?.isServiceFault ?? false).toBe(false)
  expect(seen.log.map(({ msg }) => msg).join('\n')).toContain('tests have begun')
  expect(processesWithMark()).toEqual([])
})

const codeOf = (request: SuiteRequest) => ({ runtimeId: null, snippets: [], environment: [], suite: request })
const openBundle = async () => ({
  stream: Readable.from([archive]),
  sizeBytes: archive.length,
  sha256: createHash('sha256').update(archive).digest('hex'),
})
