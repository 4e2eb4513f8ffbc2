import { expect, it } from 'vitest'
import { resultDetails } from '../strings/en/result-details.ts'
import { namedByWords } from './setting-names.ts'

it('names settings in words, a rule and what breaking it does as one, and leaves unknown names as they are', () => {
  const values = {
    hostname: 'shop.example',
    'securityBaseline.enabled': 'true',
    'securityBaseline.minTLSVersion.value': 'TLS1.2',
    'securityBaseline.minTLSVersion.severity': 'fail',
    'securityBaseline.knownBadCA.severity': 'ignore',
    'metadata.1.unheardOf': 'x',
  }
  const named = namedByWords(
    Object.entries(values).map(([name, value]) => ({ name, value })),
    resultDetails,
  )
  expect(Object.fromEntries(named.map(({ name, value }) => [name, value]))).toEqual({
    Host: 'shop.example',
    'Security baseline': 'yes',
    'Minimum TLS version': 'TLS1.2, fails',
    'Distrusted certificate authority': 'is ignored',
    'Metadata, 1, unheardOf': 'x',
  })
})
