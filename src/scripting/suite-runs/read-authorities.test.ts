import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { authorityFile, certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { readAuthorities } from './read-authorities.ts'

it('reads the certificates of the operator once each, and nothing else of their files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-authorities-'))
  const both = join(directory, 'both.pem')
  writeFileSync(both, `${certificates.server.key}\n${certificates.authority}`)
  const read = readAuthorities({ NODE_EXTRA_CA_CERTS: authorityFile, ['npm_config_cafile']: both }) ?? ''
  expect(read.match(/-----BEGIN .*/g)).toEqual(['-----BEGIN CERTIFICATE-----'])
  expect(certificates.authority).toContain(read.trim())
  expect([readAuthorities({}), readAuthorities({ NODE_EXTRA_CA_CERTS: join(directory, 'none') })]).toEqual([null, null])
  rmSync(directory, { recursive: true })
})
