import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SystemClock } from '#kernel'
import { freePort } from '../../../tests/support/free-port.ts'
import { createAskAnchor } from './ask-anchor.ts'
import { defaultAnchors, defaultGateways } from './default-anchors.ts'
import { isNearAddress } from './near-targets.ts'

const header = 'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT'
const table = [
  header,
  'wlan0\t00000000\tFE01A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0',
  'eth0\t00000000\t0100000A\t0003\t0\t0\t100\t00000000\t0\t0\t0',
  'eth0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0',
  'eth1\t00000000\t0200000A\t0001\t0\t0\t50\t00000000\t0\t0\t0',
].join('\n')

describe('the default anchors of a machine', () => {
  test('are the gateways that are up, the preferred one first, and its name servers', async () => {
    expect(defaultGateways(table)).toEqual(['10.0.0.1', '192.168.1.254'])
    expect(defaultGateways(header)).toEqual([])
  })

  test('are its name servers alone inside of a container, whose gateway is the machine itself', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'belfry-anchors-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const routes = join(directory, 'route')
    writeFileSync(routes, table)
    const servers = [{ host: '10.0.0.2', port: 53 }]
    const names = { way: 'dns', host: '10.0.0.2', port: 53, role: 'name server' }
    expect(await defaultAnchors(servers, { routes, containers: [routes] })).toEqual([names])
    expect(await defaultAnchors(servers, { routes, containers: [] })).toMatchObject([
      { role: 'gateway', host: '10.0.0.1' },
      { role: 'gateway', host: '192.168.1.254' },
      names,
    ])
    expect(await defaultAnchors(servers, { routes: join(directory, 'none'), containers: [] })).toEqual([names])
  })
})

test('an open port and a refused one are answers', async () => {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const ask = createAskAnchor(new SystemClock())
  const tcp = (port: number) => ask({ way: 'tcp', host: '127.0.0.1', port, role: 'named' })
  expect(await tcp((server.address() as AddressInfo).port)).toBe(true)
  expect(await tcp(await freePort())).toBe(true)
})

test('a name server on this machine that does not listen is no answer', async () => {
  const ask = createAskAnchor(new SystemClock())
  expect(await ask({ way: 'dns', host: '127.0.0.1', port: await freePort(), role: 'name server' })).toBe(false)
})

describe('a target is near', () => {
  const place = (address: string, cidr: string) => ({
    eth0: [{ address, cidr, netmask: '', mac: '', internal: false, family: 'IPv4' as const }],
  })
  const network = { interfaces: () => place('10.0.0.7', '10.0.0.7/24'), hasLink: async () => true }

  test.each(['127.0.0.1', '127.8.8.8', '::1', '10.0.0.7', '10.0.0.9', '::ffff:10.0.0.9'])('%s', async (address) => {
    expect(await isNearAddress(address, network)).toBe(true)
  })

  test('only where the way to it has no gateway', async () => {
    for (const address of ['10.0.1.9', '192.0.2.1', '2001:db8::1'])
      expect(await isNearAddress(address, network)).toBe(false)
  })

  test('in a network only while the interface is connected, and this machine always', async () => {
    const cut = { ...network, hasLink: async () => false }
    expect(await isNearAddress('10.0.0.9', cut)).toBe(false)
    expect(await isNearAddress('10.0.0.7', cut)).toBe(true)
  })
})
