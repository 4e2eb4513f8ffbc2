import { describe, expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

const read = (text: string) => {
  const result = readSettings({ BELFRY_STATIC_IPS: text })
  return 'settings' in result ? result.settings.staticIps : result.mistakes.join('\n')
}
const both = {
  'eu-west-1': { ipv4: ['192.0.2.1', '192.0.2.2'], ipv6: ['2001:db8::/64'] },
  'us-east-1': { ipv4: [], ipv6: ['2001:db8::1/128'] },
}

describe('BELFRY_STATIC_IPS', () => {
  it('is empty unless given', () => {
    expect(read('')).toEqual({})
  })

  it('is read as a list by region, and as JSON', () => {
    expect(read('eu-west-1=192.0.2.1, 192.0.2.2,2001:db8::/64; us-east-1=2001:db8::1;')).toEqual(both)
    const json = { 'eu-west-1': ['192.0.2.1', '192.0.2.2', '2001:db8::/64'], 'us-east-1': ['2001:db8::1'] }
    expect(read(JSON.stringify(json))).toEqual(both)
  })

  it.each([
    ['moon-1=192.0.2.1', 'not a region'],
    ['eu-west-1=192.0.2.1;eu-west-1=192.0.2.2', 'twice'],
    ['eu-west-1=192.0.2.0/24', '192.0.2.0/24'],
    ['eu-west-1=256.0.0.1', '256.0.0.1'],
    ['eu-west-1', 'cannot be read'],
    ['eu-west-1=192.0.2.1=2', 'cannot be read'],
    ['{"eu-west-1":"192.0.2.1"}', 'cannot be read'],
    ['{', 'cannot be read'],
    ['{"__proto__":["192.0.2.1"]}', 'not a region'],
  ])('%s is refused with the reason', (text, reason) => {
    expect(read(text)).toContain(reason)
  })
})
