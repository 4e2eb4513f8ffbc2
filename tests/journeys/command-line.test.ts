import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../support/api.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
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

describe('--help', () => {
  const commands = ['server', 'agent', 'keys', 'users', 'bundles', 'try', 'doctor', 'version']

  it.each([...commands, 'agent doctor', 'keys create', 'bundles upload'])(
    'of %s prints its usage, and does nothing',
    async (name) => {
      const words = name.split(' ')
      const answers = [await belfry([...words, '--help'], {}), await belfry([...words, '-h'], {})]
      const stdout = expect.stringMatching(new RegExp(`^Usage:\\n  belfry ${words[0] ?? ''}\\b`))
      expect(answers).toEqual([
        { code: 0, stdout, stderr: '' },
        { code: 0, stdout, stderr: '' },
      ])
      expect(readdirSync(directory)).toEqual([])
    },
  )

  it('without a command names every command that there is', async () => {
    const { code, stdout } = await belfry(['--help'], {})
    expect(code).toBe(0)
    expect(Array.from(stdout.matchAll(/^ {2}(\w+) /gm), ([, name]) => name)).toEqual(commands)
  })
})

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
    const ofLocation = await belfry(['keys', 'create', '--location', 'eu-west-1', '--name', 'Dublin'], environment)
    expect(ofLocation).toMatchObject({ code: 0, stdout: expect.stringMatching(/^belfry_loc_\w+\n$/) })
    const unknown = await belfry(['keys', 'create', '--location', 'moon'], environment)
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('moon') })
    await server?.stop()
    const listed = await belfry(['keys', 'list'], environment)
    expect({ code: listed.code, stdout: listed.stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Beside') })
    const [line = ''] = listed.stdout.match(/^.*Dublin$/m) ?? []
    expect(line).toContain('location eu-west-1')
    expect(await belfry(['keys', 'revoke', line.slice(0, 36)], environment)).toMatchObject({ code: 0 })
    expect((await belfry(['keys', 'list'], environment)).stdout).not.toContain('Dublin')
  })
})

describe('bundles upload', () => {
  const database = useDatabase()
  const clock = new TestClock()
  let files: ReturnType<typeof testArtifacts>
  let app: ReturnType<typeof aTestApi>
  let environment: Readonly<Record<string, string>>

  beforeAll(async () => {
    const store = testStore(database.db())
    files = testArtifacts(store, clock)
    app = aTestApi({ db: database.db(), handlers, clock, artifacts: files.tools })
    const BELFRY_URL = await app.listen({ port: 0, host: '127.0.0.1' })
    environment = { BELFRY_URL, BELFRY_API_KEY: (await anAccount(store, clock)).key }
  })
  afterAll(async () => {
    await app.close()
    files.remove()
  })

  /** A project of its own with what a bundle has and what it must not have. */
  function project(): string {
    const root = mkdtempSync(join(directory, 'project-'))
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    write('package.json', '{}')
    write('tests/@shop.spec.ts', 'export {}')
    write('node_modules/left-pad/index.js', 'x')
    write('tests/node_modules/left-pad/index.js', 'x')
    write('.git/config', 'x')
    write('.gitignore', 'dist/\n*.log\n!kept.log\n')
    write('dist/out.js', 'x')
    write('run.log', 'x')
    write('kept.log', 'x')
    write('tests/.gitignore', 'secret.txt\n')
    write('tests/secret.txt', 'x')
    return root
  }

  it('packs what git would keep, prints the id, and gives the same project the same id', async () => {
    const [first, again] = [await belfry(['bundles', 'upload', project()], environment), project()]
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) })
    expect(first.stderr).toContain('Uploading 5 files')
    expect((await belfry(['bundles', 'upload', again], environment)).stdout).toBe(first.stdout)
    const url = `${environment['BELFRY_URL']}/v1/code-bundles/${first.stdout.trim()}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${environment['BELFRY_API_KEY']}` } })
    expect(await answer.json()).toMatchObject({ fileCount: 5 })
  })

  it('says what is missing or wrong, without a stack trace', async () => {
    const root = project()
    const none = await belfry(['bundles', 'upload', root], {})
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('BELFRY_URL') })
    const wrongKey = await belfry(['bundles', 'upload', root], { ...environment, BELFRY_API_KEY: 'bfu_wrong' })
    expect(wrongKey).toMatchObject({ code: 1, stdout: '' })
    expect(wrongKey.stderr).not.toContain('    at ')
    const noDirectory = await belfry(['bundles', 'upload', join(root, 'none')], environment)
    expect(noDirectory).toMatchObject({ code: 1, stderr: expect.stringContaining('is no directory') })
    const unreachable = { ...environment, BELFRY_URL: `http://127.0.0.1:${await freePort()}` }
    expect((await belfry(['bundles', 'upload', root], unreachable)).stderr).toContain('cannot be reached')
    expect((await belfry(['bundles'], environment)).code).toBe(2)
  })
})
