import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { CheckDefinition } from '#contract'
import { createEncryption, timeOrderedId } from '#kernel'
import { nextRunAt } from '#schedule'
import { findLinkedCheck, insertCheck, insertCheckState, listLinkedChecks, saveSchedules } from '#storage/checks'
import { openDatabase } from '#storage/database'

// The yardsticks of the API: bare node:http that answers the same JSON from memory, or after the same SQL.

export interface BareJob {
  /** Null: answer from memory. */
  readonly connectionString: string | null
  readonly secretKey: string
  readonly accountId: string
  readonly checkId: string
  readonly answers: { readonly get: unknown; readonly list: unknown; readonly create: unknown }
}

process.on('disconnect', () => process.exit(0))
process.once('message', (envelope) => serve(jobOf(envelope)))
process.send?.('ready')

const jobOf = (envelope: unknown): BareJob => (envelope as { readonly message: BareJob }).message

function serve(job: BareJob): void {
  const work = job.connectionString === null ? fromMemory(job) : withStatements(job, job.connectionString)
  const server = createServer((request, response) => {
    const answer = (status: number, value: unknown): void => {
      const text = JSON.stringify(value)
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    }
    const isCreate = request.method === 'POST'
    const isList = request.url?.includes('?') ?? false
    const result = isCreate ? bodyOf(request).then(work.create) : isList ? work.list() : work.get()
    result.then(
      (value) => answer(isCreate ? 201 : 200, value),
      () => answer(500, {}),
    )
  })
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const address = server.address()
    process.send?.({ port: address !== null && typeof address === 'object' ? address.port : 0 })
  })
}

interface Work {
  readonly get: () => Promise<unknown>
  readonly list: () => Promise<unknown>
  readonly create: (body: unknown) => Promise<unknown>
}

const fromMemory = ({ answers }: BareJob): Work => ({
  get: () => Promise.resolve(answers.get),
  list: () => Promise.resolve(answers.list),
  create: () => Promise.resolve(answers.create),
})

/** The statements of the service itself, without its validation, authentication, evaluation and presentation. */
function withStatements(job: BareJob, connectionString: string): Work {
  const { accountId, checkId, answers } = job
  const encryption = createEncryption(job.secretKey)
  const db = openDatabase({ connectionString, maxConnections: 20 })
  const sample = findLinkedCheck(db, encryption, accountId, checkId)
  return {
    get: () => findLinkedCheck(db, encryption, accountId, checkId),
    list: async () => (await listLinkedChecks(db, encryption, { accountId }, { limit: 100, offset: 0 })).items,
    create: async () => {
      const known = (await sample)?.check
      if (!known) throw new Error('The sample check does not exist any more.')
      const now = new Date()
      const check = { ...known, id: timeOrderedId(now.getTime()), createdAt: now }
      await db.transaction(async (tx) => {
        await insertCheck(tx, encryption, check)
        await insertCheckState(tx, accountId, check.id, now)
        await saveSchedules(tx, [planOf(check, now.getTime())])
      })
      return answers.create
    },
  }
}

const planOf = ({ id, frequency, frequencyOffset, ...check }: CheckDefinition, nowMs: number) => ({
  accountId: check.accountId,
  checkId: id,
  checkType: check.checkType,
  checkName: check.name,
  frequency,
  frequencyOffset,
  locations: [...check.locations],
  runParallel: check.runParallel,
  nextRunAt: new Date(nextRunAt({ checkId: id, frequency, frequencyOffset }, nowMs)),
})

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
