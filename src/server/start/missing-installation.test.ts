import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requireEmbeddedDatabase } from './missing-installation.ts'

it('a data directory without its secret key is rejected, and no other key is generated for it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-without-key-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const cluster = join(dataDir, 'postgres', 'cluster')
  expect(() => requireEmbeddedDatabase({ secretKey: null }, dataDir)).toThrow('no Belfry installation')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  expect(() => requireEmbeddedDatabase({ secretKey: null }, dataDir)).toThrow('BELFRY_SECRET_KEY')
  expect(readdirSync(dataDir)).toEqual(['postgres'])
  expect(() => requireEmbeddedDatabase({ secretKey: 'given by the operator' }, dataDir)).not.toThrow()
  writeFileSync(join(dataDir, 'secret-key'), 'key\n')
  expect(() => requireEmbeddedDatabase({ secretKey: null }, dataDir)).not.toThrow()
})
