import { expect, test } from 'vitest'
import { sourceAddresses } from './source-addresses.ts'

const own = { ipv4: '198.51.100.7', ipv6: '2001:db8::7' }

test('without a setting every location of this machine has its own addresses', () => {
  const region = { ipv4: ['198.51.100.7'], ipv6: ['2001:db8::7/128'] }
  expect(sourceAddresses({}, ['eu-west-1', 'us-east-1'], own)).toEqual({ 'eu-west-1': region, 'us-east-1': region })
})

test('what the operator named is all there is of its family', () => {
  const named = { 'eu-west-1': { ipv4: ['192.0.2.1'], ipv6: [] } }
  expect(sourceAddresses(named, ['us-east-1'], own)).toEqual({
    'eu-west-1': { ipv4: ['192.0.2.1'], ipv6: ['2001:db8::7/128'] },
    'us-east-1': { ipv4: [], ipv6: ['2001:db8::7/128'] },
  })
  const both = { 'eu-west-1': { ipv4: ['192.0.2.1'], ipv6: ['2001:db8::/64'] } }
  expect(sourceAddresses(both, ['us-east-1'], own)).toEqual(both)
})
