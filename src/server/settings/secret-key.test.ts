import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readSecretKey } from './secret-key.ts'

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-key-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'data')
}

it('a generated secret key is readable by its owner only, and the same at the next start', () => {
  const dataDir = newDirectory()
  const key = readSecretKey(null, dataDir)
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(readSecretKey(null, dataDir)).toBe(key)
  expect(readSecretKey(null, newDirectory())).not.toBe(key)
})
