import { expect, it, onTestFinished } from 'vitest'
import { SystemClock } from '#kernel'
import { freePort } from '../../tests/support/free-port.ts'
import { anHttpProxy } from '../../tests/support/http-proxy.ts'
import { httpServer } from '../../tests/support/local-servers.ts'
import { AgentClient } from './agent-client.ts'
import { useProxies } from './own-proxy.ts'
import type { ProxySettings } from './own-proxy.ts'

const noProxies: ProxySettings = { HTTP_PROXY: null, HTTPS_PROXY: null, NO_PROXY: null }

async function callThrough(settings: Partial<ProxySettings>): Promise<unknown> {
  const { port } = await httpServer((_request, response) => response.end('{"hello":"agent"}'))
  const restore = useProxies({ ...noProxies, ...settings })
  onTestFinished(restore)
  const client = new AgentClient({
    url: `http://127.0.0.1:${port}`,
    apiKey: 'pl_0123456789',
    agentId: 'agent',
    clock: new SystemClock(),
    learnTime: () => {},
  })
  return client.call({ path: '/agent/hello', body: {} })
}

it('calls of the agent go through its proxy, with the credentials of the URL', async () => {
  const { port, seen } = await anHttpProxy({ credentials: 'user:p@ss' })
  expect(await callThrough({ HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${port}` })).toEqual({ hello: 'agent' })
  expect(seen).toHaveLength(1)
})

it('wrong credentials for the proxy are an error without them', async () => {
  const { port, seen, rejected } = await anHttpProxy({ credentials: 'user:p@ss' })
  const called = callThrough({ HTTP_PROXY: `http://user:wrongsecret@127.0.0.1:${port}` })
  await expect(called).rejects.toThrow(/^(?!.*wrongsecret).*requires other credentials .*\(407 /)
  expect({ seen, rejected: rejected() > 0 }).toEqual({ seen: [], rejected: true })
})

it('hosts in NO_PROXY are called directly', async () => {
  const { port, seen } = await anHttpProxy()
  const settings = { HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'other.test,127.0.0.1' }
  expect(await callThrough(settings)).toEqual({ hello: 'agent' })
  expect(seen).toEqual([])
})

it('a proxy that does not connect to an https service is an error with its status', async () => {
  const { port } = await anHttpProxy()
  const restore = useProxies({ ...noProxies, HTTPS_PROXY: `http://127.0.0.1:${port}` })
  onTestFinished(restore)
  const options = {
    url: `https://127.0.0.1:${await freePort()}`,
    apiKey: 'pl_0123456789',
    agentId: 'agent',
    learnTime: () => {},
  }
  const client = new AgentClient({ ...options, clock: new SystemClock() })
  await expect(client.call({ path: '/agent/hello', body: {} })).rejects.toThrow('its proxy answered 502')
})
