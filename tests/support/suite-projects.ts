import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { createEgress } from '#egress'
import { createSandbox, findNpm, runSuite } from '#scripting'
import type { Sandbox, SuiteEnd, SuiteOrder } from '#scripting'
import { SystemClock } from '#kernel'
import { testRuntimes } from './test-runtimes.ts'

const clock = new SystemClock()

/** A test command that writes a report without a browser: the tests are about running suites, not about Playwright. */
export const leavesReport = String.raw`printf '{"stats":{"expected":1},"suites":[]}' > "$HOME/report.json"`

export interface SuiteMachine {
  readonly directory: string
  readonly sandbox: Sandbox
  /** Packs a project, and runs it. */
  run(project: Readonly<Record<string, string>>, changes?: SuiteChanges): Promise<RanSuite>
  close(): Promise<void>
}

export interface SuiteChanges extends Partial<SuiteOrder> {
  readonly signal?: AbortSignal
  readonly onLog?: (text: string) => void
  readonly onFiles?: (directory: string, end: SuiteEnd) => void
}

export interface RanSuite {
  readonly end: SuiteEnd
  readonly log: string
}

/** A sandbox on this machine that runs suites with the real runtime. */
export async function startSuiteMachine(): Promise<SuiteMachine> {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-suite-'))
  chmodSync(directory, 0o755)
  const runtimes = testRuntimes()
  const runtime = await runtimes.get('2026.04')
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const sandbox = await createSandbox({ clock, directory: join(directory, 'runs'), hidden: [], ownEndpoints: () => [] })
  return {
    directory,
    sandbox,
    async run(project, { signal = new AbortController().signal, onLog, onFiles, ...changes } = {}) {
      let log = ''
      const note = (_level: string, text: string): void => {
        log += `${text}\n`
        onLog?.(text)
      }
      const tools = { clock, sandbox, runtime, egress, signal, note, toolbox: runtimes.tools }
      const order = { ...anOrder, bundle: await pack(directory, project), ...changes }
      const end = await runSuite(order, tools, async (place, ended) => onFiles?.(place, ended))
      return { end, log }
    },
    async close() {
      await sandbox.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const anOrder: Omit<SuiteOrder, 'bundle'> = {
  npm: findNpm(process.env['PATH'] ?? '') ?? '',
  workingDirectory: '',
  installCommand: '',
  testCommand: leavesReport,
  browsers: [],
  environment: {},
  projects: [],
  tags: [],
}

async function pack(directory: string, project: Readonly<Record<string, string>>): Promise<string> {
  const place = mkdtempSync(join(directory, 'project-'))
  for (const [name, text] of Object.entries(project)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  const file = join(mkdtempSync(join(directory, 'bundle-')), 'bundle.tgz')
  chmodSync(dirname(file), 0o755)
  await create({ cwd: place, gzip: true, file }, readdirSync(place))
  return file
}

/** A project with a dependency that is in its bundle, so that nothing is downloaded. */
export const aShop = (
  lockFile: string,
  lock: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    private: true,
    devDependencies: { dep: 'file:./dep' },
  }),
  'dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0' }),
  'dep/index.js': 'module.exports = "dep"',
  [lockFile]: lock,
  ...more,
})

export const npmLock = JSON.stringify({
  name: 'shop',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'shop', version: '1.0.0', devDependencies: { dep: 'file:./dep' } },
    dep: { version: '1.0.0', dev: true },
    'node_modules/dep': { resolved: 'dep', link: true },
  },
})
