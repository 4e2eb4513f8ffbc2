import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import {
  commandEnvironment,
  freePort,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')
const directory = newDataDir()
afterAll(() => removeDataDir(directory))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function belfry(argv: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> {
  const env = { ...commandEnvironment(), ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...argv], { env, cwd: directory }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr })
    })
  })
}

describe('without an installation', () => {
  const errorOf = (dataDir: string): string => `There is no Belfry installation in ${dataDir}.`

  it('keys says where it looked and what to set, and makes nothing', async () => {
    const dataDir = join(directory, 'no', 'such', 'folder')
    const { code, stdout, stderr } = await belfry(['keys', 'create'], { BELFRY_DATA_DIR: dataDir })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(errorOf(dataDir))
    expect(stderr).toContain('BELFRY_DATA_DIR')
    expect(readdirSync(directory)).toEqual([])
  })

  it('doctor says so as well, reports the rest, and makes nothing', async () => {
    const { code, stdout } = await belfry(['doctor'], {})
    expect(code).toBe(1)
    expect(stdout).toContain(`PROBLEM Database  ${errorOf(join(directory, 'data'))}`)
    expect(stdout).toMatch(/^ok +Disk .* GB free/m)
    expect(readdirSync(directory)).toEqual([])
  })
})

describe('with a database of the operator', () => {
  const database = useDatabase()
  const empty = useDatabase({ empty: true })

  it('keys rejects a database without an installation and creates no tables in it', async () => {
    const { code, stderr } = await belfry(['keys', 'list'], { DATABASE_URL: empty.connectionString() })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('holds no Belfry installation') })
    expect(await empty.db().rows(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
    expect(existsSync(join(directory, 'data'))).toBe(false)
  })

  it('keys does not generate a new secret key for an existing installation', async () => {
    const { code, stderr } = await belfry(['keys', 'list'], { DATABASE_URL: database.connectionString() })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('BELFRY_SECRET_KEY') })
    expect(existsSync(join(directory, 'data'))).toBe(false)
  })
})

describe('with an installation', () => {
  const dataDir = newDataDir()
  let server: ServerProcess | undefined
  beforeAll(async () => {
    server = await startServerProcess({ dataDir, port: await freePort() })
  })
  afterAll(async () => {
    await server?.stop()
    removeDataDir(dataDir)
  })

  it('keys works beside the running service and without it', async () => {
    const environment = { BELFRY_DATA_DIR: dataDir }
    const created = await belfry(['keys', 'create', '--name', 'Beside'], environment)
    expect({ code: created.code, stdout: created.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^bfu_\w+\n$/),
    })
    await server?.stop()
    const listed = await belfry(['keys', 'list'], environment)
    expect({ code: listed.code, stdout: listed.stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Beside') })
  })
})
