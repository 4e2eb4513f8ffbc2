import { allows } from '#contract'
import type { FaultCode, Role } from '#contract'
import { Fault } from '#kernel'
import type { FaultDetails } from '#kernel'
import { addressOf } from '../api/operations.ts'
import type { Input, UsedOperation } from '../api/operations.ts'
import { bodyProblem, requireAnswer } from './contract-check.ts'
import { EventStream } from './event-stream.ts'
import { abortOf, Interrupted, replyOf, replyWith } from './fake-replies.ts'
import { findOperation } from './find-operation.ts'
import { sample } from './sample.ts'
import type { Given } from './sample.ts'
import { usualAnswers } from './usual-answers.ts'

/** A request that the page sent, with its parts as texts of the address. */
export interface SentRequest {
  readonly id: UsedOperation
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: unknown
  /** For which account it was sent; null: for that of the person. */
  readonly account: string | null
  /** The version that a change is compared with. */
  readonly ifMatch: string | null
}

type Reply = (request: SentRequest) => Response | Promise<Response>

/** The answer of one operation in a test, for a request whose body the contract permits. */
type Answering<K extends UsedOperation> = Given<K> | ((input: SentInput<K>, request: SentRequest) => Given<K>)
/** The contract has checked the body. */
export type SentInput<K extends UsedOperation> = Input<K>

/**
 * Takes the place of the service behind a page. Every operation answers with a sample of the contract unless a test says
 * otherwise; what does not fit the contract, in either direction, fails the test.
 */
export class FakeApi {
  readonly events = new EventStream()
  readonly sent: SentRequest[] = []
  /** Requests that the contract does not know or the role does not allow. */
  readonly problems: string[] = []
  readonly #replies = new Map<UsedOperation, { readonly reply: Reply; readonly takesAnyBody: boolean }>()
  readonly #files = new Map<string, string>()
  readonly #versions = new Map<UsedOperation, string>()
  #otherwise: Reply | null = null
  /** Null: nobody is signed in. */
  #role: Role | null
  #working = 0

  constructor(role: Role | null = 'OWNER') {
    this.#role = role
    if (role !== null) this.signIn(role)
  }

  /** Somebody with this role is signed in from now on. */
  signIn(role: Role): this {
    this.#role = role
    return this.answer('getSignedIn', usualAnswers.signedInAs(role))
  }

  /** The session ends, as when another browser of the person ends it. */
  endSession(): this {
    this.#role = null
    return this
  }

  /** Answers an operation from now on; a function gets what was sent. */
  answer<K extends UsedOperation>(id: K, answer: Answering<K>): this {
    if (typeof answer !== 'function') requireAnswer(id, answer)
    const reply: Reply = (request) => {
      const body = isFunction(answer) ? answer(inputOf<K>(request), request) : answer
      requireAnswer(id, body)
      return replyWith(request, body)
    }
    this.#replies.set(id, { reply, takesAnyBody: false })
    return this
  }

  /** The version of what an operation answers from now on, as the service tags it. */
  version(id: UsedOperation, tag: string): this {
    this.#versions.set(id, tag)
    return this
  }

  /** Serves a file of a run at a path from now on. */
  serve(path: string, text: string): this {
    this.#files.set(path, text)
    return this
  }

  /** Rejects an operation from now on, as the service does. */
  fail(id: UsedOperation, code: FaultCode, details?: FaultDetails): this {
    this.#replies.set(id, { reply: () => replyOf(new Fault(code, details)), takesAnyBody: true })
    return this
  }

  /** Nothing answers an operation from now on, as when the network is interrupted. */
  cut(id: UsedOperation): this {
    return this.#raw(id, () => Promise.reject(new Interrupted()))
  }

  /** Leaves an operation without a reply until the function is called, which answers what was asked meanwhile. */
  hold(id: UsedOperation): () => void {
    const before = this.#replies.get(id)
    const gate = Promise.withResolvers<void>()
    this.#raw(id, async (request) => {
      this.#working -= 1
      await gate.promise
      this.#working += 1
      return (before?.reply ?? usualReply)(request)
    })
    return () => {
      if (before) this.#replies.set(id, before)
      else this.#replies.delete(id)
      gate.resolve()
    }
  }

  /** Whatever was not answered otherwise fails. */
  failRest(code: FaultCode = 'INTERNAL'): this {
    this.#otherwise = () => replyOf(new Fault(code, { values: { requestId: '1' } }))
    return this
  }

  /** Whatever was not answered otherwise goes on loading. */
  holdRest(): this {
    this.#otherwise = () => {
      this.#working -= 1
      return new Promise<Response>(() => {})
    }
    return this
  }

  /** Everything answers again as in the beginning, except who is signed in. */
  recover(): this {
    this.#otherwise = null
    for (const id of this.#replies.keys()) if (id !== 'getSignedIn') this.#replies.delete(id)
    return this
  }

  #raw(id: UsedOperation, reply: Reply): this {
    this.#replies.set(id, { reply, takesAnyBody: true })
    return this
  }

  /** The requests of an operation, oldest first. */
  sentOf<K extends UsedOperation>(id: K): readonly SentInput<K>[] {
    return this.sent.filter((request) => request.id === id).map(inputOf<K>)
  }

  /** Whether some request waits for a reply that nobody holds back. */
  get isWorking(): boolean {
    return this.#working > 0
  }

  /** Takes the place of `fetch`. */
  readonly fetch = async (address: string, options: RequestInit = {}): Promise<Response> => {
    const url = new URL(address)
    const { method = 'GET', signal } = options
    const other = this.#besideOperations(url.pathname, signal)
    if (other !== null) return other
    const request = findOperation(url, options)
    if (request === null)
      throw this.#complain(`${method} ${url.pathname}${url.search} is no operation of the interface`)
    this.sent.push(request)
    this.#working += 1
    try {
      return await Promise.race([this.#replyTo(request), abortOf(signal)])
    } catch (error) {
      const isExpected = error instanceof Interrupted || error instanceof DOMException
      throw isExpected ? error : this.#complain(String(error))
    } finally {
      this.#working -= 1
    }
  }

  /** Requests that are not operations: the stream of events, a file of a run. */
  #besideOperations(path: string, signal: RequestInit['signal']): Response | Promise<Response> | null {
    if (path === '/v1/events') return this.events.connect(signal)
    const file = this.#files.get(path)
    return file === undefined ? null : new Response(file)
  }

  async #replyTo(request: SentRequest): Promise<Response> {
    const { id } = request
    // A reply never comes at once.
    await new Promise((resolve) => setImmediate(resolve))
    if (!this.#isSignedInFor(id)) return replyOf(new Fault('SESSION_INVALID'))
    const given = this.#replies.get(id)
    if (!given?.takesAnyBody) assertBody(request)
    const reply = await (given?.reply ?? this.#otherwise ?? usualReply)(request)
    const version = this.#versions.get(id)
    if (version !== undefined) reply.headers.set('etag', version)
    return reply
  }

  /** Throws when the role of the person does not permit an operation. */
  #isSignedInFor(id: UsedOperation): boolean {
    const { access } = addressOf(id)
    if (this.#role === null) return access === 'public'
    if (!allows(this.#role, access)) throw new Error(`${this.#role} may not call ${id}`)
    return true
  }

  #complain(problem: string): Error {
    this.problems.push(problem)
    return new Error(problem)
  }
}

const usualReply: Reply = (request) => replyWith(request, usualAnswers.of(request.id) ?? sample(request.id))

const isFunction = (value: unknown): value is (...input: unknown[]) => never => typeof value === 'function'

/** The cast is safe for bodies, which the contract has checked; parameters are texts. */
const inputOf = <K extends UsedOperation>({ params, query, body }: SentRequest): SentInput<K> =>
  ({ params, query, body }) as never

function assertBody({ id, body }: SentRequest): void {
  const problem = bodyProblem(id, body)
  if (problem !== null) throw new Error(`${id} does not take this: ${problem}\n${JSON.stringify(body)}`)
}
