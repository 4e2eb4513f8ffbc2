import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'dns-packet'
import { expect, it, onTestFinished } from 'vitest'
import { SystemClock } from '#kernel'
import { dnsResponse, udpServer } from '../../tests/support/local-servers.ts'
import { Deadline } from './deadline.ts'
import { createEgress } from './egress.ts'

const clock = new SystemClock()

/** An egress that gets PTR records from a name server of the test; undefined: it does not answer. */
async function world(names: Readonly<Record<string, string | undefined>>, hosts = '') {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const hostsFile = join(directory, 'hosts')
  const resolverFile = join(directory, 'resolv.conf')
  writeFileSync(hostsFile, hosts)
  writeFileSync(resolverFile, '')
  const queried: string[] = []
  const server = await udpServer((bytes, from, socket) => {
    const query = decode(bytes)
    const { name = '', type = '' } = query.questions?.[0] ?? {}
    queried.push(`${type} ${name}`)
    const data = names[name]
    if (!(name in names)) return socket.send(dnsResponse(query, [], { flags: 0x0183 }), from.port, from.address)
    if (data === undefined) return
    socket.send(dnsResponse(query, [{ type: 'PTR', name, ttl: 1, data }]), from.port, from.address)
  })
  const sources = { hostsFile, resolverFile, nameServers: [`127.0.0.1:${server.port}`] }
  return { egress: createEgress({ allowPrivateTargets: true }, clock, sources), queried }
}

const of4 = '1.2.0.192.in-addr.arpa'

it('is the PTR record of an IPv4 address, in lowercase', async () => {
  const { egress, queried } = await world({ [of4]: 'Router.Example' })
  expect(await egress.reverseName('192.0.2.1')).toBe('router.example')
  expect(queried).toEqual([`PTR ${of4}`])
})

it('is the PTR record of an IPv6 address by its 32 digits', async () => {
  const name = `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`
  const { egress } = await world({ [name]: 'six.example' })
  expect(await egress.reverseName('2001:db8::1')).toBe('six.example')
})

it('is what the hosts file says first', async () => {
  const { egress, queried } = await world({}, '192.0.2.1 gateway\n')
  expect(await egress.reverseName('192.0.2.1')).toBe('gateway')
  expect(queried).toEqual([])
})

it.each([
  '<script>alert(1)</script>',
  'a\u0000b.example',
  'a b.example',
  '\u001b[31mred',
  `${'x.'.repeat(200)}example`,
])('is null when the owner of the address wrote no host name: %j', async (data) => {
  const { egress } = await world({ [of4]: data })
  expect(await egress.reverseName('192.0.2.1', new Deadline(clock, 2000))).toBeNull()
})

it('is null without a record, for text that is no address, and when no server answers before the deadline', async () => {
  const { egress } = await world({ [of4]: undefined })
  expect(await egress.reverseName('192.0.2.9')).toBeNull()
  expect(await egress.reverseName('router.example')).toBeNull()
  expect(await egress.reverseName('192.0.2.1', new Deadline(clock, 50))).toBeNull()
})
