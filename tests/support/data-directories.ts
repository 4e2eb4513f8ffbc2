import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'
import type { EmbeddedPostgres } from '#embedded-postgres'

export interface DataDirectories {
  /** A path below the directory of the test file, which its end removes and every user may enter. */
  readonly pathOf: (...names: readonly string[]) => string
  /** A copy of a data directory that was started and stopped once, which spares tests their own first start. */
  readonly makeStopped: (name: string) => Promise<string>
}

export function useDataDirectories(): DataDirectories {
  let directory = ''
  let stopped: Promise<string> | undefined
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'belfry-embedded-'))
    chmodSync(directory, 0o755)
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const startAndStop = async (): Promise<string> => {
    const dataDir = path.join(directory, 'stopped')
    await (await startEmbeddedPostgres({ dataDir })).stop()
    return dataDir
  }
  return {
    pathOf: (...names) => path.join(directory, ...names),
    async makeStopped(name) {
      stopped ??= startAndStop()
      const dataDir = path.join(directory, name)
      execFileSync('cp', ['-a', '--reflink=auto', await stopped, dataDir])
      return dataDir
    },
  }
}

/** The rows of a query on a separate connection. */
export async function rowsOf(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const database = openDatabase({ connection: server.connection, maxConnections: 1 })
  try {
    return await database.rows(text)
  } finally {
    await database.close()
  }
}
