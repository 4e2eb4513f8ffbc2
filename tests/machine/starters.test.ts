import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { runBelfry } from '../support/run-command.ts'
import { eventually, freePort, journeyKey, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startRegistryMirror } from '../support/starters/registry-mirror.ts'
import type { RegistryMirror } from '../support/starters/registry-mirror.ts'
import { makeProject } from '../support/starters/starter-projects.ts'
import type { StarterProject } from '../support/starters/starter-projects.ts'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'

const dataDir = await initialisedDataDir()
const directory = mkdtempSync(join(tmpdir(), 'belfry-starters-'))
let mirror: RegistryMirror
let server: ServerProcess

beforeAll(async () => {
  await testRuntimes().get('2026.04')
  mirror = await startRegistryMirror(join(runtimesDirectory, 'packages-of-tests'))
  const environment = { BELFRY_RUNTIMES_DIR: runtimesDirectory }
  server = await startServerProcess({ dataDir, port: await freePort(), environment })
})

afterAll(async () => {
  await server.stop()
  await mirror[Symbol.asyncDispose]()
  removeDataDir(dataDir)
  rmSync(directory, { recursive: true, force: true })
})

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)

/** The result of the first run of a check with the project, which is installed by its lock file. */
async function resultOf(project: StarterProject, fields: object): Promise<unknown> {
  const place = await makeProject(directory, project, mirror.url)
  const commandEnvironment = { BELFRY_URL: server.url, BELFRY_API_KEY: journeyKey }
  const { stdout } = await runBelfry(['bundles', 'upload', '.'], { environment: commandEnvironment, directory: place })
  const { status, body } = await server.call('POST', '/v1/checks/playwright', {
    name: project,
    frequency: 1440,
    locations: ['eu-west-1'],
    codeBundlePath: stdout.trim(),
    environmentVariables: [{ key: 'npm_config_registry', value: mirror.url }],
    ...fields,
  })
  expect([status, body]).toMatchObject([201, { name: project }])
  const { result } = await eventually('a result', async () => {
    const results = await server.call('GET', `/v1/check-results/${String(field(body, 'id'))}?limit=1`)
    const first: unknown = Array.isArray(results.body) && results.body[0]
    return first ? { result: field(first, 'playwrightCheckResult') } : false
  })
  return result
}

it.each<[string, StarterProject, number, object]>([
  ['serve, http-server, Vite, webpack and Next, side by side', 'web-servers', 5, {}],
  // Its two other projects need browsers that this machine lacks.
  ['the starter of Vue, with its own test', 'vue', 1, { pwProjects: ['chromium'] }],
  ['the starter of Vite for React, with a test of its page', 'react', 1, {}],
  ['the starter of SvelteKit, with its own script and test', 'svelte', 1, { testCommand: 'npm run test:e2e' }],
])('%s: the suite passes', async (_what, project, passed, fields) => {
  const result = await resultOf(project, fields)
  onTestFailed(() => void process.stdout.write(JSON.stringify(field(result, 'jobLog'), null, 2)))
  expect(result).toMatchObject({
    requestError: null,
    errors: [],
    tests: { passed, failed: 0, flaky: 0, skipped: 0 },
  })
})
