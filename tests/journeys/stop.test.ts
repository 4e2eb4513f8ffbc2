import { expect, it } from 'vitest'
import { freePort, newDataDir, removeDataDir, startServerProcess } from '../support/server-process.ts'

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
