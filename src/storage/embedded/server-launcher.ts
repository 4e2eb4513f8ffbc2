import { readFileSync } from 'node:fs'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { ServerAccount } from './server-account.ts'
import { lockPrefix } from './server-lock.ts'
import { findTool } from './system-tools.ts'

/** How to start a program as the server's account. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

/** Builds the command that runs `program` as the server's account; with `lockFile`, only while holding that lock. */
export type Launcher = (program: string, args: readonly string[], lockFile?: string) => Launch

/**
 * Uses the tools of util-linux where they are there: `setpriv` ends the server when we are killed, `flock` keeps two
 * servers off one data directory across containers. Both replace themselves, so the child is the server.
 */
export function createLauncher(account: ServerAccount): Launcher {
  const setpriv = findTool('setpriv')
  if (account.needsSearchCapability && setpriv === undefined) throw unreachable()
  const privileges = setpriv === undefined ? [] : [setpriv, ...privilegeArguments(account)]
  const identity =
    account.switched && !account.needsSearchCapability ? { uid: account.uid, gid: account.gid } : undefined
  return (program, args, lockFile) => {
    const lock = lockFile === undefined ? [] : lockPrefix(lockFile)
    const [command = program, ...rest] = [...privileges, ...lock, program, ...args]
    return { command, args: rest, ...identity }
  }
}

function privilegeArguments(account: ServerAccount): string[] {
  const deathSignal = ['--pdeathsig', 'INT']
  if (!account.needsSearchCapability) return deathSignal
  const capability = `+${searchCapability()}`
  const ids = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  return [...ids, '--inh-caps', capability, '--ambient-caps', capability, ...deathSignal]
}

/** The least of our capabilities that lets the server pass through closed directories (capabilities(7)). */
function searchCapability(): string {
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const bits = BigInt(`0x${permitted}`)
  if ((bits & 0b100n) !== 0n) return 'dac_read_search'
  if ((bits & 0b010n) !== 0n) return 'dac_override'
  throw unreachable()
}

const unreachable = (): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'DATA_DIRECTORY_UNREACHABLE',
    'PostgreSQL does not run as root, and the data directory lies below a directory that is closed to other users. ' +
      'Set BELFRY_DATA_DIR to a directory every user can reach (for example /var/lib/belfry), run as the user who ' +
      'owns the directory, or set DATABASE_URL to use another PostgreSQL server.',
  )
