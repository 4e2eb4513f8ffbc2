import { allows } from '#contract'
import type { Clock } from '#kernel'
import type { RateLimiter } from '#ratelimit'
import type { KeyDirectory } from '../authentication/key-directory.ts'
import type { KeyUses } from '../authentication/key-uses.ts'
import type { OpenStream, OpenStreams } from '../events/open-streams.ts'
import type { LiveRuns } from './live-runs.ts'
import type { ApiKeyGrants } from '#storage/accounts'
import type { AccountGrant } from '../request-context.ts'
import { liveTopic, suiteOfFilter } from './live-topics.ts'
import { connectCodes, MqttSession } from './mqtt-session.ts'
import type { ConnectCode, MqttLink } from './mqtt-session.ts'

export interface LiveTools {
  readonly clock: Clock
  readonly keys: KeyDirectory
  readonly uses: Pick<KeyUses, 'note'>
  readonly limiter: RateLimiter
  readonly streams: OpenStreams
  readonly runs: LiveRuns
}

/** Clients that are refused come back ten times a second. */
const connectLimit = { requests: 120, seconds: 60 }

/** One client of the command line tool: a key of an account that follows live runs of this account. */
export class LiveClient {
  readonly #tools: LiveTools
  readonly #address: string
  readonly #link: MqttLink
  readonly #session: MqttSession
  readonly #subscriptions = new Map<string, () => Promise<void>>()
  #accountId = ''
  #isOver = false
  #remove: (() => void) | undefined

  /** `address` counts connections whose key is wrong. */
  constructor(tools: LiveTools, address: string, link: MqttLink) {
    this.#tools = tools
    this.#address = address
    this.#link = link
    const client = {
      connect: (credentials: { readonly username: string; readonly password: string }) => this.#connect(credentials),
      subscribe: (filter: string) => this.#subscribe(filter),
      unsubscribe: (filter: string) => void this.#unsubscribe(filter),
    }
    this.#session = new MqttSession(link, client, tools.clock)
  }

  receive(bytes: Buffer): void {
    this.#session.receive(bytes)
  }

  /** The connection is over. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#session.end()
    this.#remove?.()
    for (const filter of this.#subscriptions.keys()) await this.#unsubscribe(filter)
  }

  /** The user name is the id of an account, the password a key of it. */
  async #connect({
    username,
    password,
  }: {
    readonly username: string
    readonly password: string
  }): Promise<ConnectCode> {
    const { keys, uses, limiter } = this.#tools
    const found = password === '' ? null : await keys.find(password)
    const grant = found?.grants.find(({ accountId }) => accountId === username.toLowerCase())
    const bucket = found === null ? `address:${this.#address}` : `key:${found.id}`
    if (!(await limiter.take(`${bucket}:live`, connectLimit)).isAllowed) return connectCodes.unavailable
    if (found === null || grant === undefined || !mayRead(found, grant)) return connectCodes.notAuthorized
    uses.note(found.id)
    this.#accountId = grant.accountId
    return this.#open({ accountId: grant.accountId, credentialId: found.id, caller: found.userId ?? found.id })
  }

  /** The connection ends with its key. */
  async #open(stream: Omit<OpenStream, 'end'>): Promise<ConnectCode> {
    const { streams } = this.#tools
    if (!hasRoom(streams, stream)) return connectCodes.unavailable
    const remove = await streams.add({ ...stream, end: () => this.#link.cut() })
    if (this.#isOver) remove()
    this.#remove = remove
    return connectCodes.accepted
  }

  async #subscribe(filter: string): Promise<boolean> {
    const suiteId = suiteOfFilter(filter, this.#accountId)
    if (suiteId === null) return false
    await this.#unsubscribe(filter)
    const unfollow = await this.#tools.runs.follow({ accountId: this.#accountId, suiteId }, (message) =>
      this.#session.publish(liveTopic(filter, message), JSON.stringify(message.payload)),
    )
    this.#subscriptions.set(filter, unfollow)
    if (this.#isOver) await this.#unsubscribe(filter)
    return true
  }

  async #unsubscribe(filter: string): Promise<void> {
    const unfollow = this.#subscriptions.get(filter)
    this.#subscriptions.delete(filter)
    await unfollow?.()
  }
}

function hasRoom(streams: OpenStreams, stream: { readonly accountId: string; readonly caller: string }): boolean {
  try {
    streams.assertRoom(stream)
    return true
  } catch {
    return false
  }
}

/** Keys of agents read nothing while the account keeps agents out. */
const mayRead = ({ agentMode, areAgentsOff }: ApiKeyGrants, { role }: AccountGrant): boolean =>
  allows(role, 'read') && (agentMode === null || !areAgentsOff)
