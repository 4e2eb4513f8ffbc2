import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../support/api.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { useDatabase } from '../support/database.ts'
import { runBelfry } from '../support/run-command.ts'
import type { EndedCommand } from '../support/run-command.ts'
import { freePort, newDataDir, removeDataDir } from '../support/server-process.ts'

const directory = newDataDir()
afterAll(() => removeDataDir(directory))

const belfry = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<EndedCommand> =>
  runBelfry(argv, { environment, directory })

describe('--help', () => {
  const commands = [
    'server',
    'agent',
    'keys',
    'users',
    'login',
    'bundles',
    'watch',
    'apply',
    'plan',
    'import',
    'export',
    'try',
    'mcp',
    'skills',
    'languages',
    'doctor',
    'version',
  ]

  it.each([...commands, 'agent doctor', 'keys create', 'bundles upload'])(
    'of %s prints its usage, and does nothing',
    async (name) => {
      const words = name.split(' ')
      const answers = [await belfry([...words, '--help']), await belfry([...words, '-h'])]
      const stdout = expect.stringMatching(new RegExp(`^Usage:\\n  belfry ${words[0] ?? ''}\\b`))
      expect(answers).toEqual([
        { code: 0, stdout, stderr: '' },
        { code: 0, stdout, stderr: '' },
      ])
      expect(readdirSync(directory)).toEqual([])
    },
  )

  it('without a command names every command that there is', async () => {
    const { code, stdout } = await belfry(['--help'])
    expect(code).toBe(0)
    expect(Array.from(stdout.matchAll(/^ {2}(\w+) /gm), ([, name]) => name)).toEqual(commands)
  })
})

it('server does not start with invalid settings, lists every mistake and exits with code 1', async () => {
  const wrong = { PORT: 'x', BELFRY_PUBLIC_URL: 'nowhere', BELFRY_DATADIR: '/tmp' }
  const { code, stderr } = await belfry(['server'], wrong)
  expect(code).toBe(1)
  expect(stderr).toContain('PORT must be')
  expect(stderr).toContain('BELFRY_PUBLIC_URL must be')
  expect(stderr).toContain('Did you mean BELFRY_DATA_DIR?')
})

it.each([
  [['delete'], 'create, list or revoke'],
  [['create', '--role', 'reader'], 'There is no role "reader"'],
  [['create', '--rolle', 'admin'], "Unknown option '--rolle'"],
])('says what is wrong with belfry keys %j', async (argv, expectedText) => {
  const { code, stderr } = await belfry(['keys', ...argv])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(expectedText) })
  expect(stderr).toContain('Usage:')
})

it('version prints the version', async () => {
  expect((await belfry(['version'])).stdout).toMatch(/^belfry \d+\.\d+\.\d+ /)
})

it('lists its commands when one is called that does not exist', async () => {
  expect(await belfry(['launch'])).toMatchObject({ code: 2, stdout: expect.stringContaining('doctor') })
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
    const { code, stdout } = await belfry(['doctor'])
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

describe('with a service', () => {
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

  it('login writes the files of the command line tool, and prints the variables that it needs besides', async () => {
    const { code, stdout } = await belfry(['login'], { ...environment, XDG_CONFIG_HOME: join(directory, 'config') })
    const { BELFRY_URL: url = '', BELFRY_API_KEY: apiKey } = environment
    const mqttUrl = `${url.replace('http', 'ws')}/mqtt`
    const variables = `export CHECKLY_ENV=local CHECKLY_API_URL=${url} CHECKLY_MQTT_URL=${mqttUrl}\n`
    expect({ code, stdout }).toEqual({ code: 0, stdout: variables })
    const pathOf = (name: string) => join(directory, 'config', '@checkly', 'cli-local', name)
    expect(JSON.parse(readFileSync(pathOf('auth.json'), 'utf8'))).toEqual({ apiKey })
    expect(statSync(pathOf('auth.json')).mode & 0o777).toBe(0o600)
    const { accountId } = JSON.parse(readFileSync(pathOf('config.json'), 'utf8'))
    expect(accountId).toMatch(/^[0-9a-f-]{36}$/)

    const other = { ...environment, BELFRY_ACCOUNT_ID: '0198c6a0-0000-7000-8000-000000000000' }
    expect(await belfry(['login'], other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not belong'),
    })
  })

  /** A separate project with what a bundle has and what it must not have. */
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

  it('bundles upload packs what git would keep, prints the id, and gives the same project the same id', async () => {
    const [first, again] = [await belfry(['bundles', 'upload', project()], environment), project()]
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) })
    expect(first.stderr).toContain('Uploading 5 files')
    expect((await belfry(['bundles', 'upload', again], environment)).stdout).toBe(first.stdout)
    const url = `${environment['BELFRY_URL']}/v1/code-bundles/${first.stdout.trim()}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${environment['BELFRY_API_KEY']}` } })
    expect(await answer.json()).toMatchObject({ fileCount: 5 })
  })

  it('bundles upload says what is missing or wrong, without a stack trace', async () => {
    const root = project()
    const none = await belfry(['bundles', 'upload', root])
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('BELFRY_URL') })
    const wrongKey = await belfry(['bundles', 'upload', root], { ...environment, BELFRY_API_KEY: 'bfu_wrong' })
    expect(wrongKey).toMatchObject({ code: 1, stdout: '' })
    expect(wrongKey.stderr).not.toContain('    at ')
    const noDirectory = await belfry(['bundles', 'upload', join(root, 'none')], environment)
    expect(noDirectory).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a directory') })
    const unreachable = { ...environment, BELFRY_URL: `http://127.0.0.1:${await freePort()}` }
    expect((await belfry(['bundles', 'upload', root], unreachable)).stderr).toContain('cannot be reached')
    expect((await belfry(['bundles'], environment)).code).toBe(2)
  })
})
