import { expect, it, onTestFinished } from 'vitest'
import { startHealthProbes } from './health-probes.ts'

async function probes(host: string) {
  let isReady = false
  const started = await startHealthProbes({ host, port: 0 }, () => isReady)
  onTestFinished(() => started.close())
  const statusOf = async (path: string, address = '127.0.0.1'): Promise<number> =>
    (await fetch(`http://${address}:${started.port}${path}`)).status
  return { statusOf, becomeReady: () => (isReady = true) }
}

it('an agent is alive before it is ready', async () => {
  const { statusOf, becomeReady } = await probes('127.0.0.1')
  expect([await statusOf('/-/liveness'), await statusOf('/health'), await statusOf('/-/readiness')]).toEqual([
    200, 200, 503,
  ])
  becomeReady()
  expect(await statusOf('/-/readiness')).toBe(200)
})

it('probes listen on the address that they are told, and no other', async () => {
  const own = await probes('127.0.0.1')
  await expect(own.statusOf('/health', '127.0.0.2')).rejects.toThrow('fetch failed')
  const every = await probes('0.0.0.0')
  expect(await every.statusOf('/health', '127.0.0.2')).toBe(200)
})
