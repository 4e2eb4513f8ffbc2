import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { startAgentProcess } from '../support/agent-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { httpServer } from '../support/local-servers.ts'
import {
  commandEnvironment,
  eventually,
  freePort,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'

it('a signal that arrives twice, directly and forwarded, stops the service in order', async () => {
  const dataDir = await initialisedDataDir()
  const server = await startServerProcess({ dataDir, port: await freePort() })
  const before = server.output()
  expect(await server.stop(2)).toBe(0)
  const said = server.output().slice(before.length).split('\n')
  // A machine that kept the process waiting during its start is no fault of the stop.
  expect(said.filter((line) => line.includes('"level":') && !line.includes('"absentMs":'))).toEqual([])
  removeDataDir(dataDir)
})

it('an agent whose service never answers ends at the first signal', async () => {
  const dataDir = newDataDir()
  const asked = Promise.withResolvers<void>()
  const silent = createServer((socket) => {
    socket.on('error', () => {})
    asked.resolve()
  })
  const port = await freePort()
  silent.listen(port, '127.0.0.1')
  const agent = spawn(process.execPath, ['src/cli/main.ts', 'agent'], {
    env: {
      ...commandEnvironment(),
      BELFRY_URL: `http://127.0.0.1:${port}`,
      API_KEY: 'pl_silent',
      AGENT_HEALTH_PORT: '0',
      BELFRY_RUNTIMES: 'off',
      BELFRY_DATA_DIR: dataDir,
    },
    stdio: 'ignore',
  })
  const ended = once(agent, 'exit')
  await asked.promise
  agent.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  silent.close()
  removeDataDir(dataDir)
})

it('an agent that is stopped in mid-run finishes and reports the run before it ends with 0', async () => {
  const dataDir = await initialisedDataDir()
  const server = await startServerProcess({ dataDir, port: await freePort() })
  const arrived = Promise.withResolvers<ServerResponse>()
  const target = await httpServer((_request, response) => arrived.resolve(response))
  const location = await server.call('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
  const API_KEY = String(Object(location.body).keys[0].rawKey)
  const agent = await startAgentProcess({ BELFRY_URL: server.url, API_KEY })
  const check = await server.call('POST', '/v1/checks/api', {
    name: 'Held',
    locations: [],
    privateLocations: ['office'],
    frequency: 1440,
    retryStrategy: null,
    degradedResponseTime: 30_000,
    maxResponseTime: 30_000,
    request: { url: `http://127.0.0.1:${target.port}/`, method: 'GET' },
  })
  const { id } = Object(check.body)
  const response = await arrived.promise
  const ended = agent.stop()
  await eventually('the stop to begin', async () => agent.output().includes('Stopping:'))
  response.end('ok')
  expect(await ended).toBe(0)
  const results = await server.call('GET', `/v1/check-results/${id}?limit=1`)
  expect(results.body).toMatchObject([{ hasFailures: false, hasErrors: false }])
  await server.stop()
  removeDataDir(dataDir)
})
