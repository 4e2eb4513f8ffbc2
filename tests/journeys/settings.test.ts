import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  commandEnvironment,
  freePort,
  journeyKey,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')
const belfry = (argv: readonly string[], environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [main, ...argv], {
    env: { ...commandEnvironment(), ...environment },
    encoding: 'utf8',
    timeout: 120_000,
  })

it('does not start with invalid settings, lists every mistake and exits with code 1', () => {
  const run = belfry(['server'], { PORT: 'x', BELFRY_PUBLIC_URL: 'nowhere', BELFRY_DATADIR: '/tmp' })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('PORT must be')
  expect(run.stderr).toContain('BELFRY_PUBLIC_URL must be')
  expect(run.stderr).toContain('Did you mean BELFRY_DATA_DIR?')
})

it.each([
  [['delete'], 'create, list or revoke'],
  [['create', '--role', 'reader'], 'There is no role "reader"'],
  [['create', '--rolle', 'admin'], "Unknown option '--rolle'"],
])('says what is wrong with belfry keys %j', (argv, expectedText) => {
  const run = belfry(['keys', ...argv])
  expect({ status: run.status, stderr: run.stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining(expectedText),
  })
  expect(run.stderr).toContain('Usage:')
})

it('prints its version', () => {
  expect(belfry(['version']).stdout).toMatch(/^belfry \d+\.\d+\.\d+ /)
})

it('lists its commands when one is called that does not exist', () => {
  const run = belfry(['launch'])
  expect(run.status).toBe(2)
  expect(run.stdout).toContain('doctor')
})

it('a running server allows a key as many requests a minute as BELFRY_REQUEST_LIMIT says', async () => {
  const dataDir = await initialisedDataDir()
  const server = await startServerProcess({
    dataDir,
    port: await freePort(),
    environment: { BELFRY_REQUEST_LIMIT: '30' },
  })
  try {
    const headers = { authorization: `Bearer ${journeyKey}` }
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => fetch(`${server.url}/v1/accounts/me`, { headers })),
    )
    expect(new Set(answers.map((answer) => answer.headers.get('ratelimit-limit')))).toEqual(new Set(['30']))
    expect(answers.map(({ status }) => status)).toContain(429)
    expect(answers.map(({ status }) => status)).toContain(200)
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
})
