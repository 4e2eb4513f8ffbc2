import { parseArgs } from 'node:util'
import { roles } from '#contract'
import type { Role } from '#contract'
import { Fault, SystemClock, isUuid, silentLog } from '#kernel'
import type { Clock } from '#kernel'
import {
  createKey,
  createPublicLocationKey,
  listKeys,
  listKeysOfPublicLocations,
  revokeKey,
  revokePublicLocationKey,
} from '#management'
import { openStore, StartProblem } from '#server'
import type { Settings } from '#server'
import type { Store } from '#storage/database'
import { findAccounts, findOldestAccountId } from '#storage/accounts'
import { auditedStore } from './audited-store.ts'
import { exportsOfTool } from './hosted-tool.ts'
import { settingsOrMistakes } from './settings.ts'
import { usages } from './usages.ts'

interface KeyCommand {
  readonly store: Store
  readonly clock: Clock
  readonly accountId: string
  readonly name: string
  readonly role: Role | null
  readonly location: string | undefined
  readonly keyId: string | undefined
  readonly isExported: boolean
  readonly publicUrl: string
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
    const clock = new SystemClock()
    const accountId = options.account ?? (await findOldestAccountId(opened.store.db))
    if (accountId === null) return fail('There is no account yet. Start the service once first.')
    const [account] = isUuid(accountId) ? await findAccounts(opened.store.db, [accountId]) : []
    if (account === undefined) return fail(`No account has the id ${accountId}. The first start printed the id.`)
    return await run({
      store: auditedStore(opened.store, clock, { command: 'keys', accountId }),
      clock,
      accountId,
      publicUrl: settings.publicUrl ?? `http://localhost:${settings.port}`,
      ...options,
    })
  } finally {
    await opened.close()
  }
}

interface Options {
  readonly name: string
  readonly role: Role | null
  readonly account: string | undefined
  readonly location: string | undefined
  readonly keyId: string | undefined
  readonly isExported: boolean
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
        location: { type: 'string' },
        export: { type: 'boolean', default: false },
      },
    })
    const { name, account, location, export: isExported } = values
    if (location !== undefined && (isExported || (values.role ?? account) !== undefined))
      return 'A key of a location has no role and no account: leave out --role, --account and --export.'
    const role = values.role === undefined ? null : roleOf(values.role)
    if (role === undefined) return `There is no role "${values.role}" for keys.`
    return { name, role, account, location, isExported, keyId: positionals[0] }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const roleOf = (text: string): Role | undefined =>
  roles.find((role) => role !== 'OWNER' && role === text.toUpperCase().replaceAll('-', '_'))

async function create(command: KeyCommand): Promise<number> {
  const { store, clock, accountId, name, role, location } = command
  if (location !== undefined) return createForLocation(command, location)
  const owner = role === null ? ({ kind: 'user' } as const) : ({ kind: 'service', role } as const)
  const made = await createKey(store, { ...owner, accountId, name }, new Date(clock.now()))
  const variables = `${exportsOfTool(command.publicUrl)}export CHECKLY_API_KEY=${made.key} CHECKLY_ACCOUNT_ID=${accountId}\n`
  process.stdout.write(command.isExported ? variables : `${made.key}\n`)
  process.stderr.write(`Key ${made.id} "${made.name}" of account ${accountId}. It is shown only once.\n`)
  return 0
}

async function createForLocation({ store, clock, name }: KeyCommand, region: string): Promise<number> {
  const { id, key } = await createPublicLocationKey(store, { region, name }, new Date(clock.now()))
  process.stdout.write(`${key}\n`)
  process.stderr.write(
    `Key ${id} "${name}" of the location ${region}. It is shown only once.\n` +
      `Start agents with it: BELFRY_URL=… API_KEY=… npx belfry agent\n` +
      `From the first agent that connects until the last key is revoked, only agents run the checks of ${region}.\n`,
  )
  return 0
}

async function list({ store, accountId }: KeyCommand): Promise<number> {
  for (const key of await listKeys(store, accountId)) {
    const state = key.revokedAt === null ? 'in force' : `revoked ${key.revokedAt.toISOString()}`
    const role = key.role ?? 'role of its user'
    process.stdout.write(`${key.id}  ${key.prefix}…  ${key.kind.padEnd(7)} ${role.padEnd(16)} ${state}  ${key.name}\n`)
  }
  for (const { id, masked, region, isServedByAgents, name } of await listKeysOfPublicLocations(store)) {
    const state = isServedByAgents ? 'served by agents' : 'no agent yet'
    process.stdout.write(`${id}  ${masked}  location ${region.padEnd(16)} ${state}  ${name}\n`)
  }
  return 0
}

async function revoke({ store, clock, accountId, keyId }: KeyCommand): Promise<number> {
  if (keyId === undefined) return fail('Name the key: belfry keys revoke KEY-ID. `belfry keys list` shows the ids.')
  const ofLocation = await revokePublicLocationKey(store, keyId, clock.now())
  if (ofLocation !== null) return revokedOfLocation(keyId, ofLocation)
  const isRevoked = isUuid(keyId) && (await revokeKey(store, { accountId, id: keyId }, new Date(clock.now())))
  if (!isRevoked) return fail(`No active key has the id ${keyId}. \`belfry keys list\` shows the ids.`)
  process.stdout.write(`Key ${keyId} is revoked.\n`)
  return 0
}

function revokedOfLocation(id: string, { region, wasLast }: { region: string; wasLast: boolean }): number {
  const rest = wasLast ? `It was the last one of ${region}: the built-in runner serves the location again.` : ''
  process.stdout.write(`Key ${id} of the location ${region} is revoked. ${rest}`.trimEnd() + '\n')
  return 0
}

function misused(problem: string): number {
  process.stderr.write(`${problem}\n\n${usages.keys}`)
  return 2
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}
