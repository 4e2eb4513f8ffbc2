import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { errorCode } from './failure.ts'
import { encodeNameQuery, readNameAnswer } from './name-message.ts'
import type { NameAnswer, NameQuestion } from './name-message.ts'

interface PendingQuery {
  readonly question: NameQuestion
  readonly onAnswer: (answer: NameAnswer) => void
}

const ids = 0x1_0000
/** After this time another port is used, so that an attacker who learned the port cannot forge answers for long. */
const queriesOfSocket = 100

/** Many queries to one name server over one UDP socket, which receives from no other address. */
export class NameSocket {
  readonly #socket: Socket
  readonly #pending = new Map<number, PendingQuery>()
  #unsent: Buffer[] | null = []
  #queries = 0
  #isClosed = false

  constructor(server: { readonly host: string; readonly port: number }) {
    this.#socket = createSocket(isIPv6(server.host) ? 'udp6' : 'udp4')
    this.#socket.on('error', (error) => this.#fail(errorCode(error)))
    this.#socket.on('message', (bytes) => this.#receive(bytes))
    this.#socket.connect(server.port, server.host, () => {
      for (const query of this.#unsent ?? []) this.#send(query)
      this.#unsent = null
    })
    this.#socket.unref()
  }

  /** Whether the next query needs a new socket. */
  get isUsedUp(): boolean {
    return this.#isClosed || this.#queries >= queriesOfSocket
  }

  /** Sends a query. Calls `onAnswer` at most once, however delayed, until it is cancelled. Returns how to cancel it. */
  sendQuery(question: NameQuestion, onAnswer: (answer: NameAnswer) => void): () => void {
    this.#queries += 1
    const id = this.#freeId()
    const query = encodeNameQuery(id, question)
    if (query === null) {
      queueMicrotask(() => onAnswer({ code: 'EBADNAME' }))
      return () => {}
    }
    this.#pending.set(id, { question, onAnswer })
    this.#socket.ref()
    if (this.#unsent) this.#unsent.push(query)
    else this.#send(query)
    return () => this.#forget(id)
  }

  #freeId(): number {
    let id = randomInt(ids)
    while (this.#pending.has(id)) id = randomInt(ids)
    return id
  }

  /** A closed port is reported on the next use of the socket. */
  #send(query: Buffer): void {
    if (this.#isClosed) return
    this.#socket.send(query, (error) => {
      if (error) this.#fail(errorCode(error))
    })
  }

  #receive(bytes: Buffer): void {
    const id = bytes.length < 2 ? -1 : bytes.readUInt16BE(0)
    const pending = this.#pending.get(id)
    const answer = pending && readNameAnswer(bytes, id, pending.question)
    if (!pending || !answer) return
    this.#forget(id)
    pending.onAnswer(answer)
  }

  #forget(id: number): void {
    if (!this.#pending.delete(id) || this.#pending.size > 0) return
    if (this.isUsedUp) this.#close()
    else this.#socket.unref()
  }

  #fail(code: string): void {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    this.#close()
    for (const { onAnswer } of pending) onAnswer({ code })
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#socket.close()
  }
}
