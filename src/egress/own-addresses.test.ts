import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { ownAddresses } from './own-addresses.ts'

test('the addresses a machine leaves from are its own, one for each family', async () => {
  const { ipv4, ipv6 } = await ownAddresses()
  expect({ isIPv4: isIPv4(ipv4), isIPv6: isIPv6(ipv6) }).toEqual({ isIPv4: true, isIPv6: true })
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? [])
  expect([...own, '127.0.0.1', '::1']).toEqual(expect.arrayContaining([ipv4, ipv6]))
})
