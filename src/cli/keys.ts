import { parseArgs } from 'node:util'
import { roles } from '#contract'
import type { Role } from '#contract'
import { Fault, isUuid, silentLog, systemClock } from '#kernel'
import { createKey, listKeys, revokeKey } from '#management'
import { openStore, StartProblem } from '#server'
import type { Settings } from '#server'
import type { Store } from '#storage'
import { findAccounts, findOldestAccountId } from '#storage'
import { settingsOrMistakes } from './settings.ts'

const usage = `Usage:
  belfry keys create [--name NAME] [--role read-only|read-run|read-write|admin] [--account ID]
  belfry keys list   [--account ID]
  belfry keys revoke KEY-ID [--account ID]

A key with --role is a service key of the account; without it, a user key of the account's owner.
`

interface KeyCommand {
  readonly store: Store
  readonly accountId: string
  readonly name: string
  readonly role: Role | null
  readonly keyId: string | undefined
}

const subcommands: Readonly<Record<string, (command: KeyCommand) => Promise<number>>> = { create, list, revoke }

/** Manages API keys next to a running service, or without one. */
export async function keys(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  const run = name === undefined ? undefined : subcommands[name]
  if (!run) return misused('Name the action: create, list or revoke.')
  const options = optionsOf(rest)
  if (typeof options === 'string') return misused(options)
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  try {
    return await runInStore(settings, run, options)
  } catch (error) {
    if (error instanceof Fault || error instanceof StartProblem) return fail(error.message)
    throw error
  }
}

async function runInStore(
  settings: Settings,
  run: (command: KeyCommand) => Promise<number>,
  options: Options,
): Promise<number> {
  const opened = await openStore({ settings, log: silentLog, maxConnections: 2, onlyExisting: true })
  try {
    const accountId = options.account ?? (await findOldestAccountId(opened.store.db))
    if (accountId === null) return fail('There is no account yet. Start the service once first.')
    const [account] = isUuid(accountId) ? await findAccounts(opened.store.db, [accountId]) : []
    if (account === undefined) return fail(`No account has the id ${accountId}. The first start printed the id.`)
    return await run({ store: opened.store, accountId, ...options })
  } finally {
    await opened.close()
  }
}

interface Options {
  readonly name: string
  readonly role: Role | null
  readonly account: string | undefined
  readonly keyId: string | undefined
}

/** The parsed arguments of the command, or what is wrong with them. */
function optionsOf(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string', default: 'Command line key' },
        role: { type: 'string' },
        account: { type: 'string' },
      },
    })
    const role = values.role === undefined ? null : roleOf(values.role)
    if (role === undefined) return `There is no role "${values.role}" for keys.`
    return { name: values.name, role, account: values.account, keyId: positionals[0] }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const roleOf = (text: string): Role | undefined =>
  roles.find((role) => role !== 'OWNER' && role === text.toUpperCase().replaceAll('-', '_'))

async function create({ store, accountId, name, role }: KeyCommand): Promise<number> {
  const owner = role === null ? ({ kind: 'user' } as const) : ({ kind: 'service', role } as const)
  const made = await createKey(store, { ...owner, accountId, name }, new Date(systemClock.now()))
  process.stdout.write(`${made.key}\n`)
  process.stderr.write(`Key ${made.id} "${made.name}" of account ${accountId}. It is shown only once.\n`)
  return 0
}

async function list({ store, accountId }: KeyCommand): Promise<number> {
  for (const key of await listKeys(store, accountId)) {
    const state = key.revokedAt === null ? 'in force' : `revoked ${key.revokedAt.toISOString()}`
    const role = key.role ?? 'role of its user'
    process.stdout.write(`${key.id}  ${key.prefix}…  ${key.kind.padEnd(7)} ${role.padEnd(16)} ${state}  ${key.name}\n`)
  }
  return 0
}

async function revoke({ store, accountId, keyId }: KeyCommand): Promise<number> {
  if (keyId === undefined) return fail('Name the key: belfry keys revoke KEY-ID. `belfry keys list` shows the ids.')
  const isRevoked = isUuid(keyId) && (await revokeKey(store, { accountId, id: keyId }, new Date(systemClock.now())))
  if (!isRevoked) return fail(`No active key has the id ${keyId}. \`belfry keys list\` shows the ids.`)
  process.stdout.write(`Key ${keyId} is revoked.\n`)
  return 0
}

function misused(problem: string): number {
  process.stderr.write(`${problem}\n\n${usage}`)
  return 2
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}
