import { parseArgs } from 'node:util'
import { isReachableAddress } from '#contract'
import { SystemClock, isUuid, silentLog } from '#kernel'
import type { Clock } from '#kernel'
import { createSignInLink, linkLifeMs } from '#management'
import { openStore, StartProblem } from '#server'
import type { Settings } from '#server'
import { findAccountsOfPerson, listPeople } from '#storage/accounts'
import type { PersonRow } from '#storage/accounts'
import type { Store } from '#storage/database'
import { auditedStore } from './audited-store.ts'
import { settingsOrMistakes } from './settings.ts'
import { usages } from './usages.ts'

interface UserCommand {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  readonly user: string | undefined
}

const subcommands: Readonly<Record<string, (command: UserCommand) => Promise<number>>> = { list, token }

/** Shows users, and lets them sign in again, next to a running service or without one. */
export async function users(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  const run = name === undefined ? undefined : subcommands[name]
  if (!run) return misused('Name the action: list or token.')
  const positionals = positionalsOf(rest)
  if (typeof positionals === 'string') return misused(positionals)
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  try {
    return await runInStore(settings, run, positionals[0])
  } catch (error) {
    if (error instanceof StartProblem) return fail(error.message)
    throw error
  }
}

function positionalsOf(args: readonly string[]): string[] | string {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function runInStore(
  settings: Settings,
  run: (command: UserCommand) => Promise<number>,
  user: string | undefined,
): Promise<number> {
  const opened = await openStore({ settings, log: silentLog, maxConnections: 2, onlyExisting: true })
  try {
    const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
    const clock = new SystemClock()
    const store = auditedStore(opened.store, clock, { command: 'users', accountId: null })
    return await run({ store, clock, publicUrl, user })
  } finally {
    await opened.close()
  }
}

async function list({ store }: UserCommand): Promise<number> {
  for (const person of await listPeople(store.db)) {
    const accounts = await findAccountsOfPerson(store.db, person.id)
    const roles = accounts.map(({ name, role }) => `${role} of ${name}`).join(', ')
    process.stdout.write(`${person.id}  ${nameOf(person)}  ${roles}\n`)
  }
  return 0
}

const nameOf = ({ name, email }: PersonRow): string => (isReachableAddress(email) ? `${name} <${email}>` : name)

async function token({ store, clock, publicUrl, user }: UserCommand): Promise<number> {
  const people = await listPeople(store.db)
  const named = user === undefined ? people.slice(0, 1) : people.filter((person) => isNamed(person, user))
  const [person, ...others] = named
  if (person === undefined) return fail(`There is no such user. \`belfry users list\` shows them.`)
  if (others.length > 0)
    return fail(`${named.length} users have this address. Name one by the id that \`belfry users list\` shows.`)
  const made = await createSignInLink(store, person.id, new Date(clock.now()))
  process.stdout.write(`${made}\n`)
  process.stderr.write(
    `Signs in ${nameOf(person)} once, within ${linkLifeMs / 60_000} minutes: ${publicUrl}/sign-in#token=${made}\n`,
  )
  return 0
}

const isNamed = ({ id, email }: PersonRow, user: string): boolean =>
  isUuid(user) ? id === user.toLowerCase() : email.toLowerCase() === user.toLowerCase()

function misused(problem: string): number {
  process.stderr.write(`${problem}\n\n${usages.users}`)
  return 2
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}
