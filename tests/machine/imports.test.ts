import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHostedTool, writeProject } from '../support/hosted-tool.ts'
import type { HostedTool } from '../support/hosted-tool.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { makeByHand, readMadeByHand, secretPart } from '../support/made-by-hand.ts'
import { freePort, journeyKey, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'

const dataDir = await initialisedDataDir()
const directory = mkdtempSync(join(tmpdir(), 'belfry-imports-'))
let server: ServerProcess
let accountId: string
let before: unknown

beforeAll(async () => {
  server = await startServerProcess({ dataDir, port: await freePort() })
  await makeByHand(server.call)
  before = await stateOfAccount()
  const { body } = await server.call('GET', '/next/accounts')
  accountId = String(Object(body)[0].id)
  await server.call('POST', '/next/projects', { logicalId: 'shop', name: 'Shop' })
})

afterAll(async () => {
  await server.stop()
  removeDataDir(dataDir)
  rmSync(directory, { recursive: true, force: true })
})

/** What depends on which client wrote a resource, and to which project it belongs. */
const ofTheWriter =
  `updated_at doubleCheck scriptPath snapshots projectBindings project logicalId member pending`.split(' ')

const stateOfAccount = async (): Promise<unknown> =>
  JSON.parse(
    JSON.stringify(await readMadeByHand(server.call), (name, value: unknown) => {
      if (ofTheWriter.includes(name)) return undefined
      // The components of a rule are written again.
      if (value !== null && typeof value === 'object' && 'targetImpact' in value) return { ...value, id: undefined }
      return name === 'regex' && value === '' ? null : value
    }),
  )

const olderTypes = `alert-channel check-group check dashboard maintenance-window private-location status-page
  status-page-service`.split(/\s+/)
/** The older tool ends with an error for pages of components, and gets none. */
const types = {
  'checkly-8': olderTypes,
  'checkly-9': [...olderTypes, 'status-page-component', 'status-page-automation-rule'],
} as const satisfies Record<HostedTool, readonly string[]>

const files = {
  'package.json': '{"name":"shop","private":true}',
  'checkly.config.ts': `import { defineConfig } from 'checkly'
    export default defineConfig({
      logicalId: 'shop',
      projectName: 'Shop',
      checks: { checkMatch: '**/__checks__/**/*.check.ts' },
    })`,
}

interface Project {
  readonly root: string
  readonly plan: string
  /** Runs a command there, and returns its output. */
  readonly run: (...argv: readonly string[]) => Promise<string>
}

/** A project with the code of everything, linked to it. */
async function importedProject(tool: HostedTool): Promise<Project> {
  const root = mkdtempSync(join(directory, 'project-'))
  writeProject(root, tool, files)
  const served = { url: server.url, key: journeyKey, accountId }
  const environment = { CHECKLY_SECRET_TOKEN: '*********' }
  const end = (argv: readonly string[]) => runHostedTool(tool, { directory: root, server: served, argv, environment })
  const run = async (...argv: readonly string[]): Promise<string> => {
    const ended = await end(argv)
    expect(ended).toMatchObject({ code: 0 })
    return ended.output
  }
  // It asks whether to apply the plan, and the older one ends with 13 when nobody can answer.
  const planned = await end(['import', 'plan', ...types[tool]])
  expect(planned).toMatchObject({ output: expect.stringContaining('Your import plan has been created!') })
  const { body } = await server.call('GET', '/next/projects/shop/imports?onlyUncommitted=true')
  const plan = String(Object(body)[0].id)
  await run('import', 'apply', '--plan-id', plan, '--no-commit')
  return { root, plan, run }
}

const filesOf = ({ root }: Project): string[] =>
  readdirSync(join(root, '__checks__'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** What a deployment would delete. */
async function deletedBy(project: Project): Promise<string | undefined> {
  const [, deleted] = (await project.run('deploy', '--preview')).split('Delete:')
  return deleted?.split('Update and Unchanged:')[0]?.trim()
}

it.each(['checkly-8', 'checkly-9'] as const)(
  '%s imports every type, and the code deployed back changes nothing',
  async (tool) => {
    const project = await importedProject(tool)
    const code = filesOf(project).map((file) => readFileSync(file, 'utf8'))
    expect(code.filter((text) => text.includes(secretPart))).toEqual([])
    const ofComponents = code.filter((text) => /new StatusPageV3(?:Component|AutomationRule)?\(/.test(text))
    expect(ofComponents).toHaveLength(tool === 'checkly-9' ? 5 : 0)
    expect(await project.run('deploy', '--force', '--output')).not.toMatch(/Create:|Delete:/)
    expect(await stateOfAccount()).toEqual(before)
    await project.run('import', 'cancel', '--plan-id', project.plan, '--force')
    expect(await server.call('GET', '/next/projects/shop/imports')).toMatchObject({ body: [] })
    expect(await stateOfAccount()).toEqual(before)
  },
)

it('what is applied is not deleted with its code, what is committed is', async () => {
  const project = await importedProject('checkly-9')
  rmSync(join(project.root, '__checks__/resources/dashboards'), { recursive: true })
  expect(await deletedBy(project)).toBeUndefined()
  await project.run('import', 'commit', '--plan-id', project.plan, '--force')
  expect(await deletedBy(project)).toBe('Dashboard: wall')
})
