import { expect, it } from 'vitest'
import { freePort, newDataDir, removeDataDir, startServerProcess } from '../support/server-process.ts'

it('a signal that arrives twice, directly and forwarded, stops the service in order', async () => {
  const dataDir = newDataDir()
  const server = await startServerProcess({ dataDir, port: await freePort() })
  const before = server.output()
  expect(await server.stop(2)).toBe(0)
  expect(server.output().slice(before.length)).not.toContain('"level":')
  removeDataDir(dataDir)
})
