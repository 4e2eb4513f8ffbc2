import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'

/** The variables with which the command line tool of the hosted product reaches a service, as lines of a shell. */
export function exportsOfTool(baseUrl: string): string {
  const apiUrl = baseUrl.replace(/\/+$/, '')
  return `export CHECKLY_ENV=local CHECKLY_API_URL=${apiUrl} CHECKLY_MQTT_URL=${apiUrl.replace(/^http/, 'ws')}/mqtt\n`
}

/** Where the tool keeps who is signed in while CHECKLY_ENV is `local`, by the conventions of each platform. */
function toolDirectory({ XDG_CONFIG_HOME, APPDATA }: NodeJS.ProcessEnv): string {
  const name = join('@checkly', 'cli-local')
  const home = homedir()
  if (platform() === 'win32') return join(APPDATA ?? join(home, 'AppData', 'Roaming'), name, 'Config')
  if (platform() === 'darwin') return join(home, 'Library', 'Preferences', name)
  return join(XDG_CONFIG_HOME ?? join(home, '.config'), name)
}

export interface ToolSignIn {
  readonly apiKey: string
  readonly accountId: string
  readonly accountName: string
}

/** Writes the files in which the tool keeps who is signed in, for the owner of the process alone. Returns their directory. */
export function writeToolSignIn({ apiKey, ...account }: ToolSignIn, environment: NodeJS.ProcessEnv): string {
  const directory = toolDirectory(environment)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  write(join(directory, 'auth.json'), { apiKey })
  write(join(directory, 'config.json'), account)
  return directory
}

function write(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, null, '\t')}\n`, { mode: 0o600 })
  // An older file keeps its mode when it is written.
  chmodSync(path, 0o600)
}
