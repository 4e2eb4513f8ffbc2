import { fork } from 'node:child_process'
import { writeReason } from '#contract/reasons'
import type { InstallerMessage } from './installer/messages.ts'
import { RuntimeProblem } from './runtime-problem.ts'
import type { RuntimeSource } from './runtime-source.ts'
import type { SuiteToolSource } from './suite-tool-source.ts'

const program = new URL('./installer/main.ts', import.meta.url)

export interface InstallationOptions {
  /** Holds the installations of all runtimes. */
  readonly root: string
  /** That of the service, of which only what npm needs is passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly report: (progress: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Installs a runtime in a separate process of low priority. Resolves when it is there; rejects with a `RuntimeProblem`. */
export function runInstallation(source: RuntimeSource | SuiteToolSource, options: InstallationOptions): Promise<void> {
  const { root, report, signal, environment } = options
  const order = JSON.stringify({ ...source, source: source.directory, root })
  const child = fork(program, [order], {
    env: installationEnvironment(environment),
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // It ends itself when it is disconnected, and takes npm with it.
  const stop = (): void => {
    if (child.connected) child.disconnect()
  }
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  return new Promise<void>((resolve, reject) => {
    const fail = (message: string): void => reject(new RuntimeProblem('INSTALLATION_FAILED', message))
    child.on('message', (message) => {
      const sent = asInstallerMessage(message)
      if ('progress' in sent) report(sent.progress)
      else if ('installed' in sent) resolve()
      else reject(new RuntimeProblem(sent.problem.code, sent.problem.message))
    })
    child.on('error', (error) => fail(writeReason('INSTALLER_NOT_STARTED', { text: error.message })))
    // What it sent last may arrive after its exit, but not after the end of the connection.
    child.on('exit', (code, by) => {
      const end = (): void => fail(writeReason('INSTALLER_ENDED', { text: by ?? `code ${code}` }))
      if (child.connected) child.on('disconnect', end)
      else end()
    })
  }).finally(() => signal?.removeEventListener('abort', stop))
}

/** The installer sends nothing else. */
const asInstallerMessage = (message: unknown): InstallerMessage => message as InstallerMessage

const passedOn =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_ALL|TMPDIR|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|npm_config_.*)$/i
/** Set by `npm start` for the scripts of this repository; they would make npm work on it. */
const aboutThisPackage = /^npm_config_((local_|global_)?prefix|node_gyp|init_module|npm_version)$/i
const modulesOfThisPackage = /node_modules\/\.bin$/

/** The part of the environment that npm needs, without secrets of the service. */
export function installationEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value !== undefined && passedOn.test(name) && !aboutThisPackage.test(name) ? [[name, value]] : [],
  )
  const variables = Object.fromEntries(kept)
  // npm belongs to the Node of the system; that of this package has none.
  const places = (variables['PATH'] ?? '').split(':').filter((place) => !modulesOfThisPackage.test(place))
  return { ...variables, PATH: places.join(':') }
}
