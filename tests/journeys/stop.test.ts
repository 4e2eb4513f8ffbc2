import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import {
  commandEnvironment,
  freePort,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'

it('a signal that arrives twice, directly and forwarded, stops the service in order', async () => {
  const dataDir = newDataDir()
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
