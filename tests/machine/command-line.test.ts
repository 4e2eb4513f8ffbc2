import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
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

describe('with an installation', () => {
  let dataDir = ''
  let server: ServerProcess | undefined
  beforeAll(async () => {
    dataDir = await initialisedDataDir()
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
    const exported = await belfry(['keys', 'create', '--export'], environment)
    expect(exported.stdout).toMatch(
      /^export CHECKLY_ENV=local .*\nexport CHECKLY_API_KEY=bfu_\w+ CHECKLY_ACCOUNT_ID=.*\n$/,
    )
    const ofLocation = await belfry(['keys', 'create', '--location', 'eu-west-1', '--name', 'Dublin'], environment)
    expect(ofLocation).toMatchObject({ code: 0, stdout: expect.stringMatching(/^belfry_loc_\w+\n$/) })
    const unknown = await belfry(['keys', 'create', '--location', 'moon'], environment)
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('moon') })
    await server?.stop()
    const listed = await belfry(['keys', 'list'], environment)
    expect({ code: listed.code, stdout: listed.stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Beside') })
    const [line = ''] = listed.stdout.match(/^.*Dublin$/m) ?? []
    expect(line).toContain('location eu-west-1')
    const [own = ''] = listed.stdout.match(/^.*Beside$/m) ?? []
    for (const revoked of [line, own])
      expect(await belfry(['keys', 'revoke', revoked.slice(0, 36)], environment)).toMatchObject({ code: 0 })
    const { stdout } = await belfry(['keys', 'list'], environment)
    expect(stdout).toMatch(/ revoked .* Beside$/m)
    expect(stdout).not.toContain('Dublin')
  })
})
