import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { backoffMs, backoffPolicies } from '#kernel'
import type { Log } from '#kernel'
import { realTime } from '../real-time.ts'

/** `payload` is undefined when the connection was lost and is back: anything may have been missed meanwhile. */
export type NotificationListener = (payload: string | undefined) => void

const policy = backoffPolicies.internal
/** A connection that lasted this long resets the count of failures. */
const steadyMs = 5000
/** After the first, failures are logged at most once a minute. */
const logEveryFailures = 12
const pingEveryMs = 30_000
const pingTimeoutMs = 10_000

/**
 * One connection for all channels, opened with the first listener. It comes back by itself after a failure, with
 * growing pauses, and detects a silently dead connection by a query every 30 s.
 */
export class NotificationConnection {
  readonly #config: ClientConfig
  readonly #log: Log
  readonly #listeners = new Map<string, Set<NotificationListener>>()
  readonly #closed = new AbortController()
  #client: Client | undefined
  #connected = Promise.withResolvers<void>()
  #running: Promise<void> | undefined
  /** The driver wants one statement at a time on a connection. */
  #lastStatement: Promise<unknown> = Promise.resolve()

  constructor(config: ClientConfig, log: Log) {
    this.#config = config
    this.#log = log
  }

  /** Resolves once the server knows of the channel, with what ends the listening. */
  async listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>> {
    const registered = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, registered.add(listener))
    this.#running ??= this.#run()
    while (!this.#closed.signal.aborted && !(await this.#subscribe(channel))) {
      await realTime.sleep(backoffMs(policy, 1), this.#closed.signal)
    }
    return () => this.#unlisten(channel, listener)
  }

  async close(): Promise<void> {
    this.#closed.abort()
    this.#connected.resolve()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    for (let failures = 0, isFirst = true; !signal.aborted; isFirst = false) {
      const since = realTime.monotonicMs()
      try {
        await this.#useOneConnection(isFirst)
      } catch (error) {
        if (signal.aborted) return
        failures = realTime.monotonicMs() - since > steadyMs ? 1 : failures + 1
        if (failures === 1 || failures % logEveryFailures === 0)
          this.#log.warn({ error: messageOf(error) }, 'The connection for notifications failed and is opened again')
        await realTime.sleep(backoffMs(policy, failures), signal)
      }
    }
  }

  /** Returns when closed, throws when the connection is lost. */
  async #useOneConnection(isFirst: boolean): Promise<void> {
    const client = new Client({ ...this.#config, query_timeout: pingTimeoutMs })
    const lost = lossOf(client)
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => this.#emit(channel, payload ?? ''))
      const channels = [...this.#listeners.keys()]
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      this.#client = client
      this.#connected.resolve()
      if (!isFirst) for (const channel of channels) this.#emit(channel, undefined)
      await keepAlive(client, lost, this.#closed.signal)
    } finally {
      if (this.#client !== undefined) this.#connected = Promise.withResolvers()
      this.#client = undefined
      void client.end().catch(() => {})
    }
  }

  async #subscribe(channel: string): Promise<boolean> {
    await this.#connected.promise
    const client = this.#client
    try {
      if (client !== undefined) await this.#inTurn(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
      return client !== undefined
    } catch (error) {
      this.#log.debug({ channel, error: messageOf(error) }, 'Listening is tried again')
      return false
    }
  }

  async #unlisten(channel: string, listener: NotificationListener): Promise<void> {
    const remaining = this.#listeners.get(channel)
    remaining?.delete(listener)
    if (remaining?.size !== 0) return
    this.#listeners.delete(channel)
    const client = this.#client
    if (client === undefined) return
    await this.#inTurn(() => client.query(`unlisten ${client.escapeIdentifier(channel)}`)).catch(() => {})
  }

  #inTurn<T>(statement: () => Promise<T>): Promise<T> {
    const turn = this.#lastStatement.then(statement, statement)
    this.#lastStatement = turn.catch(() => {})
    return turn
  }

  #emit(channel: string, payload: string | undefined): void {
    for (const listener of this.#listeners.get(channel) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        this.#log.error({ channel, error: messageOf(error) }, 'A notification listener failed')
      }
    }
  }
}

/** Settles when the connection ends. The listener on `error` is what keeps the process alive then. */
function lossOf(connection: Client): Promise<Error> {
  const lost = Promise.withResolvers<Error>()
  connection.on('error', (error) => lost.resolve(error))
  connection.on('end', () => lost.resolve(new Error('Connection terminated')))
  return lost.promise
}

/** Returns when closed, throws when the connection is lost. */
async function keepAlive(connection: Client, lost: Promise<Error>, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    const pause = new AbortController()
    const wait = realTime.sleep(pingEveryMs, AbortSignal.any([pause.signal, closed]))
    const error = await Promise.race([lost, wait])
    pause.abort()
    if (error !== undefined) throw error
    if (!closed.aborted) await connection.query('select 1')
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
