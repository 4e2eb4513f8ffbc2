import { describe, expect, it } from 'vitest'
import { flatbuffersServer, shopSchema } from '../../../../tests/support/flatbuffers-server.ts'
import { grpcTask, probeTools } from '../../../../tests/support/probe-tasks.ts'
import { GRPC } from '../index.ts'
import { doSchemaWork } from '../schema-work.ts'

const schema = shopSchema()
const bfbsContent = Buffer.from(schema).toString('base64')
const find = {
  mode: 'BEHAVIOR',
  encoding: 'FLATBUFFERS',
  method: 'shop.Orders/Find',
  message: '{"name": "cups"}',
  bfbsContent,
} as const
const run = (port: number, config: object = {}) =>
  GRPC(grpcTask({ port, config: { ...find, ...config }, timeoutMs: 20_000 }), probeTools)

const order = (id: number) => ({
  id,
  name: `Order ${id}`,
  state: 'SHIPPED',
  total: 0,
  cups: [{ size: 3 }, { size: 2 }],
  item_type: 'Card',
  item: { text: 'thank you' },
  at: { x: 1.5, y: -7 },
  paid: false,
})

describe('a call with FlatBuffers', () => {
  it('sends every kind of field as the server reads it, and answers the message as JSON', async () => {
    const server = await flatbuffersServer()
    const message = {
      limit: 3,
      name: 'cüps',
      state: 'SHIPPED',
      at: { x: 0.25, y: -3 },
      item_type: 'Cup',
      item: { size: 7 },
      codes: [1, '18446744073709551615', '9007199254740993'],
      cups: [{ size: 5 }, {}],
      points: [
        { x: 1, y: 2 },
        { x: -1, y: 32_767 },
      ],
    }
    const sent = JSON.stringify(message).replace('"9007199254740993"', '9007199254740993')
    const { answer, failure } = await run(server.port, { message: sent })
    expect(failure).toBeNull()
    expect(server.queries).toEqual([
      {
        limit: 3,
        name: 'cüps',
        state: 1,
        at: { x: 0.25, y: -3 },
        itemType: 1,
        itemSize: 7,
        codes: ['1', '18446744073709551615', '9007199254740993'],
        cups: [5, 2],
        points: message.points,
      },
    ])
    expect(answer).toMatchObject({
      grpcStatusCode: 0,
      grpcMethod: 'shop.Orders/Find',
      discoveredMethods: ['shop.Orders/Find', 'shop.Orders/Watch', 'shop.Orders/Import'],
    })
    expect(JSON.parse(answer?.responseMessage ?? '')).toEqual(order(1))
  })

  it('of a stream answers a list, and leaves out what the message does not say', async () => {
    const server = await flatbuffersServer()
    const { answer } = await run(server.port, { method: 'shop.Orders/Watch', message: '{"name":"a","limit":2}' })
    expect(JSON.parse(answer?.responseMessage ?? '')).toEqual([order(1), order(2)])
    expect(server.queries).toMatchObject([{ at: null, itemType: 0, codes: [], cups: [] }])
  })

  it.each([
    ['no schema', { bfbsContent: null }, /has no binary schema/],
    ['a schema that is none', { bfbsContent: Buffer.from('no schema at all').toString('base64') }, /no binary schema/],
    ['a schema that is cut', { bfbsContent: bfbsContent.slice(0, 400) }, /binary schema is damaged|too long/],
    ['an unknown service', { method: 'shop.Carts/Get' }, /no service shop\.Carts; it has shop\.Orders/],
    ['an unknown method', { method: 'shop.Orders/Delete' }, /no method Delete; it has Find, Watch, Import/],
    ['a stream of requests', { method: 'shop.Orders/Import' }, /takes a stream of requests/],
    ['a message that is no JSON', { message: '{' }, /message cannot be sent/],
    ['an unknown field', { message: '{"name":"a","size":1}' }, /shop\.Query has no field size/],
    ['a missing field', { message: '{}' }, /name is required/],
    ['a number that is too large', { message: '{"name":"a","limit":2147483648}' }, /limit must be from -2147483648/],
    ['an unknown value of an enum', { message: '{"name":"a","state":"LOST"}' }, /state must be a whole number, or/],
    ['a union without its type', { message: '{"name":"a","item":{}}' }, /item_type must be one of NONE, Cup, Card/],
    ['half a struct', { message: '{"name":"a","at":{"x":1}}' }, /at\.y is required/],
    ['text in place of a list', { message: '{"name":"a","codes":"1"}' }, /codes must be a list/],
  ] as const)('with %s fails with a message that says so, and calls nothing', async (_what, config, message) => {
    const server = await flatbuffersServer()
    const { answer, failure } = await run(server.port, config)
    expect(answer).toBeNull()
    expect(failure?.message).toMatch(message)
    expect(server.queries).toEqual([])
  })

  it('fails when the response does not fit the schema', async () => {
    const server = await flatbuffersServer()
    server.answer = Buffer.alloc(64, 0xff)
    expect((await run(server.port)).failure).toMatchObject({
      code: 'EGRPCMESSAGE',
      message: expect.stringContaining('does not fit the schema'),
    })
  })
})

describe('hostile buffers', () => {
  const name = { service: 'shop.Orders', method: 'Find' }
  const decode = (files: Uint8Array, message: Uint8Array) =>
    doSchemaWork({ kind: 'decode', encoding: 'FLATBUFFERS', files: [files], name, messages: [message] })

  it('no damaged byte of a schema does anything but to end with a sentence or a result', () => {
    for (let position = 0; position < schema.length; position += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const damaged = Uint8Array.from(schema)
        damaged[position] = value
        const done = doSchemaWork({
          kind: 'encode',
          encoding: 'FLATBUFFERS',
          files: [damaged],
          name,
          message: '{"name":"a","item_type":"Cup","item":{"size":1},"at":{"x":1,"y":2},"points":[{"x":1,"y":2}]}',
        })
        expect(['encoded', 'problem']).toContain(done.kind)
      }
  })

  it('a vector that refers to one table again and again is cut off by the number of values', () => {
    const count = 60_000
    const list = 32
    const emptyTable = list + 4 + 4 * count + 4
    const bytes = new Uint8Array(emptyTable + 4)
    const view = new DataView(bytes.buffer)
    // The order at 24, its vtable at 4: only slot 4, the cups, is there.
    view.setUint32(0, 24, true)
    view.setUint16(4, 14, true)
    view.setUint16(4 + 4 + 2 * 4, 4, true)
    view.setInt32(24, 20, true)
    view.setUint32(28, list - 28, true)
    view.setUint32(list, count, true)
    for (let at = list + 4; at < emptyTable - 4; at += 4) view.setUint32(at, emptyTable - at, true)
    view.setUint16(emptyTable - 4, 4, true)
    view.setInt32(emptyTable, 4, true)
    expect(decode(schema, bytes)).toMatchObject({
      kind: 'problem',
      problem: expect.stringContaining('more than 100000 values'),
    })
  })

  it('a message cannot be made larger by its schema without a limit', () => {
    const damaged = Uint8Array.from(schema)
    const view = new DataView(damaged.buffer)
    // Wherever the schema says that a point has 8 bytes, it has 60,000.
    for (let at = 0; at < damaged.length - 4; at += 4)
      if (view.getInt32(at, true) === 8 && view.getInt32(at + 4, true) === 4) view.setInt32(at, 60_000, true)
    const points = Array.from({ length: 1000 }, () => ({ x: 1, y: 2 }))
    const message = JSON.stringify({ name: 'a', points })
    const done = doSchemaWork({ kind: 'encode', encoding: 'FLATBUFFERS', files: [damaged], name, message })
    expect(done).toMatchObject({ kind: 'problem', problem: expect.stringContaining('too large for its schema') })
  })
})
