import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi, handlers } from '#api'
import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { silentLog, TestClock } from '#kernel'
import { writePreview } from '#pages'
import { everyRepository, noRecords, testRenderer, testOutlet, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { fieldsOf } from './fields-of.ts'
import { injectOperation } from './inject-operation.ts'
import type { OperationCall } from './inject-operation.ts'
import type { Body, FoundIn, ResourceRow } from './resource-row.ts'
import { resourceRows } from './resource-rows.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
let app: ReturnType<typeof createApi>
let seed: SeededAccount
beforeAll(async () => {
  const store = testStore(database.db())
  const options = { store, clock, log: silentLog, serviceName: 'service', publicUrl: 'http://localhost:3000' }
  app = createApi({
    ...options,
    handlers,
    channels: testOutlet(clock),
    lookUpRecords: noRecords,
    renderDashboard: testRenderer(store, clock),
    writePreview,
    repositoryGrants: everyRepository,
    defaultLimit: { requests: 100_000, seconds: 60 },
  })
  seed = await seedAccount({ app, store, clock })
})
afterAll(() => app.close())

type Input = Omit<OperationCall, 'key'>

async function statusOf(id: OperationId, input: Input): Promise<number> {
  return (await injectOperation(app, operations[id], { key: seed.key, ...input })).statusCode
}

/** What a call answers that must not fail. */
async function call(id: OperationId, input: Input): Promise<Body> {
  clock.advance(1000)
  const row: OperationRow = operations[id]
  const answer = await injectOperation(app, row, { key: seed.key, ...input })
  if (answer.statusCode !== row.success.status) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

/** One resource through its life. */
class Life {
  readonly #row: ResourceRow
  #params: Readonly<Record<string, string | number>> = {}

  constructor(row: ResourceRow) {
    this.#row = row
  }

  async create(body: Body): Promise<Body> {
    const within = this.#row.within?.(seed) ?? {}
    const created = await call(this.#row.create, { params: within, body })
    const id = created[this.#row.id ?? 'id'] ?? (await this.#newestIn(this.#row.read))
    const name = this.#row.parameter ?? this.#row.id ?? 'id'
    this.#params = { ...within, [name]: typeof id === 'number' ? id : String(id) }
    return created
  }

  async read(): Promise<Body> {
    const { read } = this.#row
    if (typeof read === 'string') return call(read, { params: this.#params })
    const found = await this.#find(read)
    if (found === undefined) throw new Error('It is not there.')
    return found
  }

  async #find(source: FoundIn): Promise<Body | undefined> {
    return (await entriesIn(source)).find((entry) => entry['id'] === Object.values(this.#params).at(-1))
  }

  async #newestIn(source: ResourceRow['read']): Promise<unknown> {
    return typeof source === 'string' ? undefined : (await entriesIn(source)).at(-1)?.['id']
  }

  async update(body: Body): Promise<Body> {
    if (this.#row.update === undefined) throw new Error('It cannot be updated.')
    return call(this.#row.update, { params: this.#params, body: { ...this.#row.always?.(seed), ...body } })
  }

  /** What a list says of it. */
  async listed(list: OperationId): Promise<Body | undefined> {
    const row: OperationRow = operations[list]
    const query = row.query && 'limit' in row.query.properties ? { limit: 100 } : {}
    const body = await call(list, { params: this.#params, query })
    const entries: readonly Body[] = Array.isArray(body) ? body : Object(body['entries'])
    const id = Object.values(this.#params).at(-1)
    return entries.find((entry) => entry[this.#row.id ?? 'id'] === id)
  }

  /** The statuses of deleting it, reading it and deleting it again; none for what is never deleted. */
  async end(): Promise<number[]> {
    const { remove, read } = this.#row
    if (remove === undefined) return []
    const removed = await statusOf(remove, { params: this.#params })
    const looked =
      typeof read === 'string' ? await statusOf(read, { params: this.#params }) : await this.#presenceOf(read)
    return [removed, looked, await statusOf(remove, { params: this.#params })]
  }

  async #presenceOf(source: FoundIn): Promise<number> {
    return (await this.#find(source)) === undefined ? 404 : 200
  }
}

async function entriesIn({ operation, params, query, field }: FoundIn): Promise<readonly Body[]> {
  const answer = await call(operation, { params: params?.(seed) ?? {}, ...(query && { query }) })
  const entries: unknown = field === undefined ? answer : answer[field]
  return Array.isArray(entries) ? entries : []
}

const without = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** What moves with the clock, or when others are changed. */
const settled = (body: Body): Body => without(body, ['updated_at', 'duration', 'incidents'])

describe.each(Object.entries(resourceRows))('%s', (_name, row) => {
  const { ignored = [], notReadBack = [], moves = [] } = row
  const ended = row.remove === undefined ? [] : [204, 404, 404]

  it('is created here with every field, none of them at its default', () => {
    const full = row.full(seed)
    const fields = [...fieldsOf(row.create)].filter(([name]) => !ignored.includes(name) || name in full)
    expect(fields.filter(([name]) => !(name in full)).map(([name]) => name)).toEqual([])
    expect(
      fields.filter(([name, defaultValue]) => defaultValue !== undefined && same(defaultValue, full[name])),
    ).toEqual([])
  })

  it('is read as it was written, listed, and not found after it is deleted', async () => {
    const life = new Life(row)
    const full = row.full(seed)
    const created = await life.create(full)
    const read = await life.read()
    expect(read).toMatchObject(row.readAs?.(full) ?? without(full, notReadBack))
    const returned = typeof row.read === 'string' ? created : sharedWith(read, created)
    expect(sharedWith(returned, read)).toMatchObject(settled(withoutSecrets(returned)))
    const listed = row.list ? await life.listed(row.list) : read
    expect(listed).toMatchObject(settled(withoutSecrets(sharedWith(listed, read))))
    expect(await life.end()).toEqual(ended)
  })

  if (row.update === undefined) return
  const { update } = row
  it('keeps what an update does not name, and changes what it names', async () => {
    const life = new Life(row)
    await life.create(row.full(seed))
    const changes = row.changes?.(seed) ?? []
    const changed = new Set(changes.flatMap(Object.keys))
    const updatable = [...fieldsOf(update).keys()]
    expect(updatable.filter((name) => !changed.has(name) && !ignored.includes(name))).toEqual([])

    let before = await life.read()
    for (const change of changes) {
      const updated = await life.update(change)
      const after = await life.read()
      expect(after).toMatchObject(without(change, notReadBack))
      const others = [...Object.keys(change), ...moves]
      expect(settled(without(after, others))).toEqual(settled(without(before, others)))
      expect(updated).toMatchObject(without(change, notReadBack))
      before = after
    }
    expect(await life.end()).toEqual(ended)
  })
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Lists and answers to creation may leave fields out; the fields they have are those of a read. */
const sharedWith = (returned: Body | undefined, read: Body): Body =>
  Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(returned ?? {}, name)))

/** Keys are shown once, and the value of a secret only in the answer to the request that sent it. */
const withoutSecrets = (body: Body): Body => without(body, body['secret'] === true ? ['keys', 'value'] : ['keys'])
