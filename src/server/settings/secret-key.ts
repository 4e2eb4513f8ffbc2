import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEncryption, randomToken } from '#kernel'
import type { Encryption } from '#kernel'
import { keepInstallationFact } from '#storage/accounts'
import type { Database } from '#storage/database'
import { StartProblem } from '../start/start-problem.ts'

const proofName = 'secret-key-proof'
const proofText = 'belfry'

/**
 * The operator's secret key, or the one generated on the first start in the data directory, readable by its owner only.
 */
export function readSecretKey(given: string | null, dataDir: string): string {
  if (given !== null) return given
  const file = join(dataDir, 'secret-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const key = randomToken(32)
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

/**
 * Returns the encryption with this key, after verifying that the secrets in the database were encrypted with it: a
 * wrong key must prevent the start, not fail later when a channel is decrypted. Throws StartProblem for a wrong key.
 */
export async function loadEncryption(db: Database, secretKey: string): Promise<Encryption> {
  const encryption = createEncryption(secretKey)
  const proof = await keepInstallationFact(db, proofName, encryption.encrypt(proofText))
  try {
    if (encryption.decrypt(proof) === proofText) return encryption
  } catch {
    // Falls through to the error: the proof was encrypted with another key.
  }
  throw new StartProblem(
    'BELFRY_SECRET_KEY is not the key the secrets in this database were encrypted with. Give every server of one database the same key: the file "secret-key" in the data directory of its first start.',
  )
}
