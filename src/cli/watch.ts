import { parseArgs } from 'node:util'
import { ApiError, createClient } from '#client'
import type { Client } from '#client'
import { clientOfEnvironment, ClientProblem } from './environment-client.ts'
import { isUnreachable } from './is-unreachable.ts'
import { usages } from './usages.ts'

/** One of two installations, and where it is reached. */
interface Installation {
  readonly url: string
  readonly client: Client
}

const defaultSeconds = 60
const leastSeconds = 30
const mostSeconds = 86_400

/** Has two installations watch each other, or no longer. */
export async function watch(args: readonly string[]): Promise<number> {
  const options = optionsOf(args)
  if (options === null) {
    process.stderr.write(usages.watch)
    return 2
  }
  try {
    const own = { url: process.env['BELFRY_URL'] ?? '', client: clientOfEnvironment() }
    const other = otherOf(options.url)
    for (const [watched, watcher] of [[own, other] as const, [other, own] as const])
      await (options.isEnd ? endBetween(watched, watcher) : watchBetween(watched, watcher, options.seconds))
    return 0
  } catch (error) {
    const isExpected = error instanceof ApiError || error instanceof ClientProblem
    if (!isExpected && !isUnreachable(error)) throw error
    process.stderr.write(`${isExpected ? error.message : 'One of the two installations cannot be reached.'}\n`)
    return 1
  }
}

interface Options {
  readonly url: string
  readonly seconds: number
  readonly isEnd: boolean
}

function optionsOf(args: readonly string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { seconds: { type: 'string' }, end: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [url = '', ...others] = positionals
    const seconds = Number(values.seconds ?? defaultSeconds)
    const isRight = Number.isInteger(seconds) && seconds >= leastSeconds && seconds <= mostSeconds
    return URL.canParse(url) && others.length === 0 && isRight ? { url, seconds, isEnd: values.end ?? false } : null
  } catch {
    return null
  }
}

/** Throws ClientProblem. */
function otherOf(url: string): Installation {
  const apiKey = process.env['BELFRY_OTHER_API_KEY']
  if (!apiKey) throw new ClientProblem('Set BELFRY_OTHER_API_KEY to an API key of the other installation.')
  return { url, client: createClient({ baseUrl: url, apiKey }) }
}

const nameOf = ({ url }: Installation): string => `Belfry at ${new URL(url).host}`

/** Has `watcher` expect pings of `watched`, and `watched` send them. */
async function watchBetween(watched: Installation, watcher: Installation, seconds: number): Promise<void> {
  const heartbeat = { period: seconds, periodUnit: 'seconds', grace: seconds, graceUnit: 'seconds' } as const
  const known = await findHeartbeat(watched, watcher)
  const { heartbeat: made } = known
    ? await watcher.client.call('updateHeartbeatCheck', { params: { id: known }, body: { heartbeat } })
    : await watcher.client.call('createHeartbeatCheck', { body: { name: nameOf(watched), heartbeat } })
  if (made?.pingUrl === undefined) throw new ClientProblem(`${watcher.url} told no ping URL. Use a key that may write.`)
  const url = `${watcher.url.replace(/\/+$/, '')}${new URL(made.pingUrl).pathname}`
  await watched.client.call('setOutgoingHeartbeat', { body: { url, intervalSeconds: seconds } })
  process.stdout.write(`${watcher.url} expects a ping of ${watched.url} every ${seconds} seconds.\n`)
}

async function endBetween(watched: Installation, watcher: Installation): Promise<void> {
  const { host } = new URL(watcher.url)
  await watched.client.call('deleteOutgoingHeartbeat', { params: { host } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
  const known = await findHeartbeat(watched, watcher)
  if (known) await watcher.client.call('deleteCheck', { params: { id: known } })
  process.stdout.write(`${watcher.url} expects no pings of ${watched.url} any more.\n`)
}

/** The id of the heartbeat that an earlier call made; null without one. */
async function findHeartbeat(watched: Installation, watcher: Installation): Promise<string | null> {
  const name = nameOf(watched)
  const query = { search: name, limit: 100 } as const
  const found = await watcher.client.call('listChecks', { query })
  return found.items.find((check) => check.name === name && 'heartbeat' in check)?.id ?? null
}
