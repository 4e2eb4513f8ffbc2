import { describe, expect, it } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'
import { readHost } from './host.ts'

const open = createAddressPolicy({ allowPrivateTargets: true })
const publicOnly = createAddressPolicy({ allowPrivateTargets: false })

/** The address of a notation, or the reason it has none. */
const addressOf = (spelling: string): string => {
  const host = readHost(spelling)
  if (!host) return 'no host'
  return 'address' in host ? host.address : `name ${host.name}`
}

const metadataSpellings = [
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xA9FEA9FE',
  '0xa9fea9fe',
  '025177524776',
  '0251.0376.0251.0376',
  '0xa9.0xfe.0xa9.0xfe',
  '169.254.43518',
  '169.16689662',
  '0xA9.254.0251.254',
  '１６９.２５４.１６９.２５４',
  '169。254。169。254',
  '[::ffff:169.254.169.254]',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fd00:ec2::254',
  'fd00:0ec2:0000:0000:0000:0000:0000:0254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '169.254.170.2',
]
const neverSpellings = [
  '169.254.0.1',
  '169.254.255.255',
  'fe80::1',
  'FE80::1',
  'febf::1',
  '[fe80::a9fe:a9fe]',
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '0.1.2.3',
  '::',
  '[::]',
  '224.0.0.1',
  '239.255.255.250',
  'ff02::1',
  'ff0e::1',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
  '0xffffffff',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
]
const privateSpellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '10.255.255.255',
  '0xa000001',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '3232235777',
  '100.64.0.1',
  '100.127.255.255',
  '198.18.0.1',
  '192.0.2.1',
  '203.0.113.9',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
]
const publicSpellings = [
  '8.8.8.8',
  '134744072',
  '0x08080808',
  '1.1.1.1.',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '192.167.1.1',
  '169.253.255.255',
  '169.255.0.0',
  '2606:4700:4700::1111',
  '[2001:4860:4860::8888]',
]
const noHosts = [
  '',
  ' ',
  'a b',
  'a/b',
  'user@host',
  'host:80',
  '1.2.3.4.5',
  '256.1.1.1',
  '0x1ffffffff',
  '[::1',
  'fe80::1%eth0',
  '%31%32',
  '\t127.0.0.1',
  'a\nb',
  '.',
  '[]',
  'a|b',
]

describe('address policy', () => {
  it.each([...metadataSpellings, ...neverSpellings])('always denies %s', (spelling) => {
    expect(open(addressOf(spelling))).toMatchObject({ kind: 'policy', code: 'EPOLICY', isNetworkError: false })
    expect(publicOnly(addressOf(spelling))).toMatchObject({ code: 'EPOLICY' })
  })

  it.each(privateSpellings)('reaches %s only where private targets are allowed', (spelling) => {
    expect(open(addressOf(spelling))).toBeNull()
    expect(publicOnly(addressOf(spelling))).toMatchObject({ code: 'EPOLICY' })
  })

  it.each(publicSpellings)('reaches %s everywhere', (spelling) => {
    expect(open(addressOf(spelling))).toBeNull()
    expect(publicOnly(addressOf(spelling))).toBeNull()
  })

  it.each(noHosts)('does not take %j for a host', (spelling) => {
    expect(addressOf(spelling)).toBe('no host')
  })

  it('keeps names as names, in ASCII', () => {
    expect(addressOf('example.com')).toBe('name example.com')
    expect(addressOf('EXAMPLE.com.')).toBe('name example.com.')
    expect(addressOf('münchen.example')).toBe('name xn--mnchen-3ya.example')
    expect(addressOf('_dmarc.example.com')).toBe('name _dmarc.example.com')
  })

  it('denies denied ranges even when they are public or allowed', () => {
    const checkAddress = createAddressPolicy({
      allowPrivateTargets: true,
      deniedRanges: ['8.8.0.0/16', '10.0.0.5'],
      allowedRanges: ['8.8.8.8'],
    })
    expect(checkAddress('8.8.8.8')?.message).toContain('operator')
    expect(checkAddress('10.0.0.5')).not.toBeNull()
    expect(checkAddress('10.0.0.6')).toBeNull()
  })

  it('allows allowed ranges, but never metadata', () => {
    const checkAddress = createAddressPolicy({
      allowPrivateTargets: false,
      allowedRanges: ['10.1.0.0/16', '169.254.0.0/16', '64:ff9b::/96'],
    })
    expect(checkAddress('10.1.2.3')).toBeNull()
    expect(checkAddress('10.2.2.3')).not.toBeNull()
    expect(checkAddress('169.254.169.254')).not.toBeNull()
    expect(checkAddress('64:ff9b::808:808')).toBeNull()
    expect(checkAddress('64:ff9b::a9fe:a9fe')).not.toBeNull()
    expect(checkAddress('64:ff9b::7f00:1')).not.toBeNull()
  })

  it('names the host and the address it led to', () => {
    expect(open('169.254.169.254', 'metadata.test')?.message).toMatch(/^metadata\.test leads to 169\.254\.169\.254\. /)
  })

  it('does not start with a range it cannot read', () => {
    expect(() => createAddressPolicy({ allowPrivateTargets: true, deniedRanges: ['10.0.0.0/99'] })).toThrow(/CIDR/)
  })
})
