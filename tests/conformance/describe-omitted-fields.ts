import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi, handlers } from '#api'
import {
  checkUpdateRules,
  fieldsOfSchema,
  acceptsNull,
  operations,
  updateRules,
  valuesOfOmittedFields,
} from '#contract'
import type { OperationId, OperationRow, UpdateRule } from '#contract'
import { silentLog, TestClock } from '#kernel'
import { everyRepository, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { injectOperation } from './inject-operation.ts'
import type { Body, ResourceRow } from './resource-row.ts'
import { resourceRows } from './resource-rows.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'

const clock = new TestClock('2026-03-01T12:00:00.000Z')
let app: ReturnType<typeof createApi>
let seed: SeededAccount

/** For each file again, also where files share a process. */
function useSeededApi(): void {
  const database = useDatabase()
  beforeAll(async () => {
    const store = testStore(database.db())
    const options = { store, clock, log: silentLog, serviceName: 'service', publicUrl: 'http://localhost:3000' }
    const defaultLimit = { requests: 1_000_000, seconds: 60 }
    app = createApi({ ...options, handlers, repositoryGrants: everyRepository, defaultLimit })
    seed = await seedAccount({ app, store, clock })
  })
  afterAll(() => app.close())
}

const terse = { 'x-checkly-source': 'TF' }

async function call(id: string, input: object, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
  clock.advance(1000)
  const row: OperationRow = operations[operationId(id)]
  const answer = await injectOperation(app, row, { key: seed.key, ...input, headers })
  if (answer.statusCode !== row.success.status) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`)
  return answer.body === '' ? {} : answer.json()
}

/** Sound because the names are those of the rows and of the patches beside them. */
const operationId = (name: string): OperationId => name as OperationId

/** A resource that exists, and its operations. */
class Existing {
  readonly #row: ResourceRow
  readonly #params: Readonly<Record<string, string | number>>

  private constructor(row: ResourceRow, params: Readonly<Record<string, string | number>>) {
    this.#row = row
    this.#params = params
  }

  static async of(row: ResourceRow, body: Body): Promise<Existing> {
    const { query: declared }: OperationRow = operations[row.create]
    const query = declared && 'autoAssignAlerts' in declared.properties ? { autoAssignAlerts: false } : {}
    const { [row.id ?? 'id']: id } = await call(row.create, { body, query }, terse)
    return new Existing(row, { [row.parameter ?? row.id ?? 'id']: typeof id === 'number' ? id : String(id) })
  }

  async read(): Promise<Body> {
    if (typeof this.#row.read !== 'string') throw new Error('It has no read of its own.')
    const { updated_at: _updated, ...read } = await call(this.#row.read, { params: this.#params })
    return read
  }

  /** Returns what `read` would. */
  async put(body: Body, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
    const { updated_at: _updated, ...answer } = await call(
      String(this.#row.update),
      { params: this.#params, body },
      headers,
    )
    return this.#row.hides ? this.read() : answer
  }

  /** Returns what `read` would. */
  async patch(body: Body): Promise<Body> {
    const id = String(this.#row.update).replace(/^update/, 'patch')
    const { updated_at: _updated, ...answer } = await call(id, { params: this.#params, body })
    return this.#row.hides ? this.read() : answer
  }

  async end(): Promise<void> {
    if (this.#row.remove) await call(this.#row.remove, { params: this.#params })
  }
}

const without = (body: Body, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

interface Known {
  readonly row: ResourceRow
  readonly rule: UpdateRule
  readonly update: Readonly<Record<string, object>>
}

const known: readonly (readonly [string, Known])[] = Object.entries(resourceRows).flatMap(([name, row]) => {
  const { [String(row.update)]: rule } = updateRules
  if (row.update === undefined || rule === undefined) return []
  const { body = {} }: OperationRow = operations[row.update]
  return [[name, { row, rule, update: fieldsOfSchema(body) }] as const]
})

/** The route for every type of check, whose body follows the type that is stored. */
const byGenericRoute: typeof known = ['AGENTIC', 'TCP'].flatMap((type) => {
  const name = `a check of type ${type}`
  const { [name]: row } = resourceRows
  const { [type]: rule } = checkUpdateRules
  if (row === undefined || rule === undefined) throw new Error(`There is no row of ${name}.`)
  const generic = { ...row, update: 'updateCheckGeneric' } as const
  return [[`${name} by PUT /v1/checks/{id}`, { row: generic, rule, update: fieldsOfSchema(rule.body) }] as const]
})

/** Resources whose fields may be omitted in an update, by name. */
export const updatable: typeof known = [...known, ...byGenericRoute]

/** Fields that mean nothing without each other, so that they are omitted together. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  degradedResponseTime: ['maxResponseTime'],
  maxResponseTime: ['degradedResponseTime'],
  degradedPacketLossThreshold: ['maxPacketLossThreshold'],
  maxPacketLossThreshold: ['degradedPacketLossThreshold'],
  frequency: ['frequencyOffset'],
  retryStrategy: ['doubleCheck'],

  repeatUnit: ['repeatInterval', 'repeatEndsAt'],
}

/** Fields of answers that follow others. */
const follow: Readonly<Record<string, readonly string[]>> = { alertChannelSubscriptions: ['alertChannels'] }

/** Tests what omitted fields of these resources mean, for every kind of client. */
export function describeOmittedFields(resources: typeof updatable): void {
  useSeededApi()
  describe.each(resources)('%s', (_name, { row, rule, update }) => {
    /** The fields that may be omitted, according to the table. */
    const optional = Object.keys(valuesOfOmittedFields(rule)).filter((name) => name in update)
    const fields = (body: Body): string[] => optional.filter((name) => name in body)
    const others = (read: Body, names: readonly string[]): Body =>
      without(read, ...names, ...names.flatMap((name) => follow[name] ?? []), ...(row.moves ?? []))
    const sendable = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([name]) => name in update))

    it('keeps each omitted field, and clears it for clients that omit what is empty', async () => {
      const full = row.full(seed)
      const created = await Existing.of(
        row,
        without({ ...full, ...row.always?.(seed), ...unique(row, seed) }, ...optional),
      )
      const empty = await created.read()
      await created.end()
      const resource = await Existing.of(row, full)
      const before = await resource.read()
      const wrong: string[] = []
      for (const names of halvesOf(fields(full))) {
        const after = await resource.put(without(sendable(full), ...names))
        wrong.push(...changedIn(after, before).map((name) => `${name} is not kept, or moved`))
      }
      // Each update sends what the one before has emptied.
      for (const name of fields(full)) {
        const omittedNames = withPairs(name)
        const after = await resource.put(without(sendable(full), ...omittedNames), terse)
        wrong.push(
          ...omittedNames.filter((field) => !same(after[field], empty[field])).map((field) => `${field} is not empty`),
        )
        if (!same(others(after, omittedNames), others(before, omittedNames))) wrong.push(`${name} moves others`)
      }
      await resource.end()
      expect(wrong).toEqual([])
    })

    it('clears each field that a patch says is null, and keeps the others', async () => {
      const full = row.full(seed)
      const created = await Existing.of(
        row,
        without({ ...full, ...row.always?.(seed), ...unique(row, seed) }, ...optional),
      )
      const empty = await created.read()
      await created.end()
      const resource = await Existing.of(row, full)
      const before = await resource.read()
      expect(same(await resource.patch({}), before)).toBe(true)
      const wrong: string[] = []
      const nullable = (names: readonly string[]) => names.filter((field) => acceptsNull(update[field] ?? {}))
      const patched: Record<string, unknown> = {}
      let restored: Body = {}
      for (const name of fields(full)) {
        const omittedNames = withPairs(name)
        const after = await resource.patch({ ...restored, ...nulls(omittedNames) })
        restored = pick(sendable(full), omittedNames)
        patched[name] = after[name]
        if (nullable([name]).length === 0 && !same(after[name], empty[name])) wrong.push(`${name} is not cleared`)
        if (!same(others(after, omittedNames), others(before, omittedNames))) wrong.push(`${name} moves others`)
      }
      for (const names of halvesOf(fields(full))) {
        const nulled = await resource.put({ ...sendable(full), ...nulls(nullable(names)) })
        const other = nullable(names).filter((name) => name in patched && !same(nulled[name], patched[name]))
        wrong.push(...other.map((name) => `${name}: null says something else in a PUT`))
      }
      await resource.end()
      expect(wrong).toEqual([])
    })

    it('is the same after the body that created it is sent again by a client that omits what is empty', async () => {
      const full = row.full(seed)
      const bodies = [full, without(full, ...optional)]
      for (const body of bodies) {
        const resource = await Existing.of(row, body)
        const before = await resource.read()
        const answered = await resource.put(sendable(body), terse)
        const after = await resource.read()
        expect(compared(answered)).toEqual(compared(after))
        expect(changedIn(after, before)).toEqual([])
        await resource.end()
      }
    })
  })
}

const withPairs = (name: string): readonly string[] => [name, ...(pairs[name] ?? [])]

/** Each of them in one half, beside those that mean nothing without it: what omits one half sends the other. */
function halvesOf(names: readonly string[]): readonly (readonly string[])[] {
  const half = names.filter(
    (name, index) => index % 2 === 0 && !withPairs(name).some((one) => names.indexOf(one) < index),
  )
  const first = half.flatMap(withPairs)
  return [first, names.filter((name) => !first.includes(name)).flatMap(withPairs)]
}

const nulls = (names: readonly string[]): Body => Object.fromEntries(names.map((name) => [name, null]))

const pick = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

const changedIn = (after: Body, before: Body): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !same(after[name], before[name]))

/** Names that two resources cannot have at once. */
const unique = (row: ResourceRow, account: SeededAccount): Body => {
  const again = row.full(account)
  return Object.fromEntries(
    ['url', 'slugName', 'key', 'customUrl'].flatMap((name) => (name in again ? [[name, again[name]]] : [])),
  )
}

/** What was never set may be omitted in a response. */
const same = (a: unknown = null, b: unknown = null): boolean => isDeepStrictEqual(compared(a), compared(b))

/** Parts of a resource that are replaced whole get new ids, and open incidents last longer. */
const compared = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part: unknown) => (changing.has(name) ? undefined : part)))
const changing = new Set(['id', 'created_at', 'updated_at', 'duration'])
