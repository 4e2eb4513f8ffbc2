import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { requestServer } from './database.ts'
import { newDataDir } from './server-process.ts'

/**
 * A data directory whose database is initialised and migrated already, copied from one that the test run makes once: for
 * tests that are not about a first start. It has no account yet.
 */
export async function initialisedDataDir(): Promise<string> {
  const { installation } = await requestServer()
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'))
  // With its owners and times. Blocks are shared where the file system can do so.
  execFileSync('cp', ['-a', '--reflink=auto', join(installation, 'postgres', 'cluster'), join(dataDir, 'postgres')])
  return dataDir
}
