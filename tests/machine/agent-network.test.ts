import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunningEmbeddedPostgres } from '#embedded-postgres'
import { listAgentCrashes } from '#storage/agents'
import { openDatabase } from '#storage/database'
import type { Database } from '#storage/database'
import { startAgentProcess } from '../support/agent-process.ts'
import type { AgentProcess } from '../support/agent-process.ts'
import { anHttpProxy } from '../support/http-proxy.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { httpServer, tcpServer } from '../support/local-servers.ts'
import {
  commandEnvironment,
  eventually,
  freePort,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')
const dataDir = await initialisedDataDir()
const agents: AgentProcess[] = []
let server: ServerProcess
let db: Database
let key: string

const startAgent = async (changes: Readonly<Record<string, string>>): Promise<AgentProcess> => {
  const agent = await startAgentProcess({ BELFRY_URL: server.url, API_KEY: key, ...changes })
  agents.push(agent)
  return agent
}

beforeAll(async () => {
  server = await startServerProcess({ dataDir, port: await freePort() })
  db = openDatabase({ connectionString: (await findRunningEmbeddedPostgres(dataDir)) ?? '', maxConnections: 2 })
  const made = await server.call('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
  const { keys } = made.body as { readonly keys: readonly { readonly rawKey: string }[] }
  key = keys[0]?.rawKey ?? ''
})

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.kill()))
  await db.close()
  await server.stop()
  removeDataDir(dataDir)
})

interface Doctor {
  readonly code: number | null
  readonly output: string
}

async function doctor(args: readonly string[], changes: Readonly<Record<string, string>> = {}): Promise<Doctor> {
  const agentDir = newDataDir()
  const defaults = { BELFRY_URL: server.url, API_KEY: key, BELFRY_DATA_DIR: agentDir, BELFRY_RUNTIMES: 'off' }
  const child = spawn(process.execPath, [main, 'agent', 'doctor', ...args], {
    env: { ...commandEnvironment(), ...defaults, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  removeDataDir(agentDir)
  return { code: child.exitCode, output }
}

it('the doctor of agents says in text and JSON whether an agent can work here, by its exit code as well', async () => {
  const { port, seen } = await anHttpProxy({ credentials: 'user:secretword' })
  const HTTP_PROXY = `http://user:secretword@127.0.0.1:${port}`
  const [healthy, proxied, stranger, lost, wrong, misspelt] = await Promise.all([
    doctor(['--json']),
    doctor([], { HTTP_PROXY, BELFRY_AGENT_POLICY: '{"scripts":false}' }),
    doctor([], { API_KEY: 'pl_nobody_has_this_key' }),
    doctor([], { BELFRY_URL: `http://127.0.0.1:${await freePort()}` }),
    doctor([], { BELFRY_AGENT_POLICY: '{"port":1}', JOB_CONCURRENCY: 'many' }),
    doctor(['--jason']),
  ])
  expect(JSON.parse(healthy.output)).toMatchObject({
    isOk: true,
    findings: expect.arrayContaining([
      expect.objectContaining({ subject: 'Service', state: 'fine' }),
      expect.objectContaining({ subject: 'Key', state: 'fine' }),
      expect.objectContaining({ subject: 'Clock', state: 'fine' }),
      expect.objectContaining({ subject: 'TLS', state: 'warning' }),
    ]),
  })
  expect(proxied.output).toContain(`calls go through http://127.0.0.1:${port}`)
  expect(proxied.output).toContain('The policy of this agent forbids scripts.')
  expect(proxied.output).not.toContain('secretword')
  expect(seen.length).toBeGreaterThan(0)
  expect(stranger.output).toMatch(/PROBLEM +Key/)
  expect(lost.output).toMatch(/PROBLEM +Service/)
  expect(wrong.output).toContain('the policy has no "port"')
  expect(wrong.output).toContain('JOB_CONCURRENCY must be')
  expect([healthy, proxied, stranger, lost, wrong, misspelt].map(({ code }) => code)).toEqual([0, 0, 1, 1, 1, 2])
  const listed = await server.call('GET', '/v1/private-locations')
  expect(listed.body).toMatchObject([{ agentCount: 0 }])
})

it('an agent behind a proxy reports the runs that its policy forbids with the reason, and runs the others', async () => {
  const proxy = await anHttpProxy({ credentials: 'user:secretword' })
  const { port } = await tcpServer(() => {})
  const create = async (type: string, body: object): Promise<string> => {
    const common = { name: type, locations: [], privateLocations: ['office'], frequency: 1 }
    const made = await server.call('POST', `/v1/checks/${type}`, { ...common, retryStrategy: null, ...body })
    expect(made).toMatchObject({ status: 201 })
    return (made.body as { readonly id: string }).id
  }
  const denied = await create('tcp', { request: { hostname: '127.0.0.1', port } })
  const web = await create('url', { request: { url: `http://127.0.0.1:${port}/` } })
  const open = await httpServer((_request, response) => response.end('ok'))
  const allowed = await create('api', { request: { url: `http://127.0.0.1:${open.port}/`, method: 'GET' } })
  const policy = { checkTypes: { deny: ['TCP'] }, ports: { deny: [port] } }
  const agent = await startAgent({
    HTTP_PROXY: `http://user:secretword@127.0.0.1:${proxy.port}`,
    BELFRY_AGENT_POLICY: JSON.stringify(policy),
  })
  const firstOf = async (checkId: string) =>
    eventually('a result', async () => {
      const query = `select outcome, has_errors from check_results where check_id = $1 limit 1`
      const [row] = await db.rows<{ outcome: string; hasErrors: boolean }>(query, [checkId])
      return row ?? false
    })
  expect(await firstOf(denied)).toMatchObject({ outcome: 'unknown', hasErrors: true })
  const read = await server.call('GET', `/v1/check-results/${denied}?limit=1`)
  expect(JSON.stringify(read.body)).toContain('forbidden by their policies: checks of type TCP')
  await firstOf(web)
  expect(JSON.stringify((await server.call('GET', `/v1/check-results/${web}?limit=1`)).body)).toContain('EPOLICY')
  expect(await firstOf(allowed)).toMatchObject({ outcome: 'passed', hasErrors: false })
  expect(proxy.seen.length).toBeGreaterThan(0)
  expect(agent.output()).not.toContain('secretword')
})

it('an agent that crashes tells its service without any value, unless it is not to', async () => {
  const crashes = `process.once('SIGUSR2', () => { throw new TypeError('Cannot read Authorization: Bearer ${key}') })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(crashes)}`
  const crash = async (changes: Readonly<Record<string, string>>): Promise<AgentProcess> => {
    const agent = await startAgent({ NODE_OPTIONS, ...changes })
    process.kill(agent.pid, 'SIGUSR2')
    expect(await agent.ended()).toBe(1)
    return agent
  }
  const stored = () => listAgentCrashes(db, { since: new Date(0), limit: 10 })
  await crash({ EXTERNAL_OBSERVABILITY: 'off' })
  expect(await stored()).toEqual([])
  await crash({})
  const [report, ...rest] = await stored()
  expect(rest).toEqual([])
  expect(report).toMatchObject({ message: 'TypeError Cannot read …', reports: 1, runtimeVersion: process.version })
  expect(JSON.stringify(report)).not.toContain(key)
})
