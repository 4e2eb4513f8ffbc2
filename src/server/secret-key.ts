import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSeal, randomToken } from '#kernel'
import type { Seal } from '#kernel'
import { keepInstallationFact } from '#storage'
import type { Database } from '#storage'
import { StartProblem } from './start-problem.ts'

const proofName = 'secret-key-proof'
const proofText = 'belfry'

/** The operator's secret key, or the one made on the first start and kept in the data directory, readable by us only. */
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
 * Opens secrets with the key, after proving it to be the one this database's secrets were closed with: a wrong key must
 * stop the start, not turn up later as channels that cannot be opened.
 */
export async function openSeal(db: Database, secretKey: string): Promise<Seal> {
  const seal = createSeal(secretKey)
  const proof = await keepInstallationFact(db, proofName, seal.close(proofText))
  try {
    if (seal.open(proof) === proofText) return seal
  } catch {
    // Falls through to the refusal: a proof that does not open was closed with another key.
  }
  throw new StartProblem(
    'BELFRY_SECRET_KEY is not the key the secrets in this database were encrypted with. Give every server of one database the same key: the file "secret-key" in the data directory of its first start.',
  )
}
