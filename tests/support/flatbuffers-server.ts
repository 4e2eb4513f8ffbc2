import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { handleServerStreamingCall, handleUnaryCall } from '@grpc/grpc-js'
import { Builder, ByteBuffer } from 'flatbuffers'
import { onTestFinished } from 'vitest'

// A service as `flatc` would describe and generate it, for this schema:
//
//   namespace shop;
//   enum State : byte { NEW, SHIPPED }
//   struct Point { x: float; y: short; }
//   table Cup { size: int = 2; }
//   table Card { text: string; }
//   union Item { Cup, Card }
//   table Query { limit: int = 10; name: string (required); state: State; at: Point; item: Item; codes: [ulong]; cups: [Cup];
//                 points: [Point]; }
//   table Order { id: long; name: string; state: State; total: double; cups: [Cup]; item: Item; at: Point; paid: bool; }
//   rpc_service Orders { Find(Query): Order; Watch(Query): Order (streaming: "server");
//                        Import(Query): Order (streaming: "client"); }

const base = {
  utype: 1,
  bool: 2,
  byte: 3,
  short: 5,
  int: 7,
  long: 9,
  ulong: 10,
  float: 11,
  double: 12,
  string: 13,
  vector: 14,
  obj: 15,
  union: 16,
}
type Base = keyof typeof base

interface Type {
  readonly base: Base
  readonly element?: Base
  readonly index?: number
}
interface Field extends Type {
  readonly name: string
  readonly defaultInteger?: bigint
  readonly required?: boolean
  /** In structs. */
  readonly offset?: number
}

const [cup, card, order, point, query] = [0, 1, 2, 3, 4]
const [state, item] = [0, 1]
const itemFields: readonly Field[] = [
  { name: 'item_type', base: 'utype', index: item },
  { name: 'item', base: 'union', index: item },
]
const objects: readonly { name: string; fields: readonly Field[]; struct?: { alignment: number; size: number } }[] = [
  { name: 'shop.Cup', fields: [{ name: 'size', base: 'int', defaultInteger: 2n }] },
  { name: 'shop.Card', fields: [{ name: 'text', base: 'string' }] },
  {
    name: 'shop.Order',
    fields: [
      { name: 'id', base: 'long' },
      { name: 'name', base: 'string' },
      { name: 'state', base: 'byte', index: state },
      { name: 'total', base: 'double' },
      { name: 'cups', base: 'vector', element: 'obj', index: cup },
      ...itemFields,
      { name: 'at', base: 'obj', index: point },
      { name: 'paid', base: 'bool' },
    ],
  },
  {
    name: 'shop.Point',
    struct: { alignment: 4, size: 8 },
    fields: [
      { name: 'x', base: 'float', offset: 0 },
      { name: 'y', base: 'short', offset: 4 },
    ],
  },
  {
    name: 'shop.Query',
    fields: [
      { name: 'limit', base: 'int', defaultInteger: 10n },
      { name: 'name', base: 'string', required: true },
      { name: 'state', base: 'byte', index: state },
      { name: 'at', base: 'obj', index: point },
      ...itemFields,
      { name: 'codes', base: 'vector', element: 'ulong' },
      { name: 'cups', base: 'vector', element: 'obj', index: cup },
      { name: 'points', base: 'vector', element: 'obj', index: point },
    ],
  },
]
const enums = [
  { name: 'shop.State', isUnion: false, values: [['NEW'], ['SHIPPED']] as const },
  { name: 'shop.Item', isUnion: true, values: [['NONE'], ['Cup', cup], ['Card', card]] as const },
]
const calls = [
  ['Find', 'none'],
  ['Watch', 'server'],
  ['Import', 'client'],
] as const

/** The binary schema, in the layout of reflection.fbs. */
export function shopSchema(): Uint8Array {
  const b = new Builder(4096)
  const vector = (items: readonly number[]): number => {
    b.startVector(4, items.length, 4)
    for (const offset of items.toReversed()) b.addOffset(offset)
    return b.endVector()
  }
  const type = ({ base: kind, element, index = -1 }: Type): number => {
    b.startObject(6)
    b.addFieldInt8(0, base[kind], 0)
    b.addFieldInt8(1, element === undefined ? 0 : base[element], 0)
    b.addFieldInt32(2, index, -1)
    return b.endObject()
  }
  const field = (given: Field, slot: number): number => {
    const [name, kind] = [b.createString(given.name), type(given)]
    b.startObject(14)
    b.addFieldOffset(0, name, 0)
    b.addFieldOffset(1, kind, 0)
    b.addFieldInt16(2, slot, 0)
    b.addFieldInt16(3, given.offset ?? 4 + 2 * slot, 0)
    b.addFieldInt64(4, given.defaultInteger ?? 0n, 0n)
    b.addFieldInt8(7, given.required ? 1 : 0, 0)
    return b.endObject()
  }
  const objectOffsets = objects.map(({ name: text, fields, struct }) => {
    const [name, list] = [b.createString(text), vector(fields.map(field))]
    b.startObject(8)
    b.addFieldOffset(0, name, 0)
    b.addFieldOffset(1, list, 0)
    b.addFieldInt8(2, struct ? 1 : 0, 0)
    b.addFieldInt32(3, struct?.alignment ?? 4, 0)
    b.addFieldInt32(4, struct?.size ?? 0, 0)
    return b.endObject()
  })
  const enumOffsets = enums.map(({ name: text, isUnion, values }) => {
    const list = vector(
      values.map(([label, index], number) => {
        const [name, kind] = [b.createString(label), index === undefined ? 0 : type({ base: 'obj', index })]
        b.startObject(6)
        b.addFieldOffset(0, name, 0)
        b.addFieldInt64(1, BigInt(number), 0n)
        b.addFieldOffset(3, kind, 0)
        return b.endObject()
      }),
    )
    const [name, underlying] = [b.createString(text), type({ base: isUnion ? 'utype' : 'byte' })]
    b.startObject(7)
    b.addFieldOffset(0, name, 0)
    b.addFieldOffset(1, list, 0)
    b.addFieldInt8(2, isUnion ? 1 : 0, 0)
    b.addFieldOffset(3, underlying, 0)
    return b.endObject()
  })
  const callOffsets = calls.map(([text, streaming]) => {
    const [key, value] = [b.createString('streaming'), b.createString(streaming)]
    b.startObject(2)
    b.addFieldOffset(0, key, 0)
    b.addFieldOffset(1, value, 0)
    const attributes = vector([b.endObject()])
    const name = b.createString(text)
    b.startObject(5)
    b.addFieldOffset(0, name, 0)
    b.addFieldOffset(1, objectOffsets[query] ?? 0, 0)
    b.addFieldOffset(2, objectOffsets[order] ?? 0, 0)
    b.addFieldOffset(3, attributes, 0)
    return b.endObject()
  })
  const [serviceName, callList] = [b.createString('shop.Orders'), vector(callOffsets)]
  b.startObject(5)
  b.addFieldOffset(0, serviceName, 0)
  b.addFieldOffset(1, callList, 0)
  const services = vector([b.endObject()])
  const [objectList, enumList] = [vector(objectOffsets), vector(enumOffsets)]
  b.startObject(8)
  b.addFieldOffset(0, objectList, 0)
  b.addFieldOffset(1, enumList, 0)
  b.addFieldOffset(5, services, 0)
  b.finish(b.endObject(), 'BFBS')
  return b.asUint8Array()
}

/** The fields of a query, read as generated code does: vtable offsets are 4 + 2 * slot. */
function readQuery(bytes: Uint8Array) {
  const bb = new ByteBuffer(bytes)
  const root = bb.readInt32(0)
  const at = (slot: number): number => {
    const offset = bb.__offset(root, 4 + 2 * slot)
    return offset === 0 ? 0 : root + offset
  }
  const elements = <T>(slot: number, read: (start: number, index: number) => T): T[] =>
    at(slot) === 0
      ? []
      : Array.from({ length: bb.__vector_len(at(slot)) }, (_, index) => read(bb.__vector(at(slot)), index))
  const pointAt = (position: number) => ({ x: bb.readFloat32(position), y: bb.readInt16(position + 4) })
  const sizeAt = (table: number): number => {
    const offset = bb.__offset(table, 4)
    return offset === 0 ? 2 : bb.readInt32(table + offset)
  }
  return {
    limit: at(0) === 0 ? 10 : bb.readInt32(at(0)),
    name: at(1) === 0 ? null : String(bb.__string(at(1))),
    state: at(2) === 0 ? 0 : bb.readInt8(at(2)),
    at: at(3) === 0 ? null : pointAt(at(3)),
    itemType: at(4) === 0 ? 0 : bb.readUint8(at(4)),
    itemSize: at(5) === 0 ? null : sizeAt(bb.__indirect(at(5))),
    codes: elements(6, (start, index) => String(bb.readUint64(start + 8 * index))),
    cups: elements(7, (start, index) => sizeAt(bb.__indirect(start + 4 * index))),
    points: elements(8, (start, index) => pointAt(start + 8 * index)),
  }
}
export type ShopQuery = ReturnType<typeof readQuery>

/** An order as generated code writes it. */
function writeOrder(id: bigint): Buffer {
  const b = new Builder(64)
  const name = b.createString(`Order ${id}`)
  const cups = [3, 2].map((size) => {
    b.startObject(1)
    b.addFieldInt32(0, size, 2)
    return b.endObject()
  })
  b.startVector(4, cups.length, 4)
  for (const offset of cups.toReversed()) b.addOffset(offset)
  const list = b.endVector()
  const text = b.createString('thank you')
  b.startObject(1)
  b.addFieldOffset(0, text, 0)
  const cardOffset = b.endObject()
  b.startObject(9)
  b.addFieldInt64(0, id, 0n)
  b.addFieldOffset(1, name, 0)
  b.addFieldInt8(2, 1, 0)
  b.addFieldOffset(4, list, 0)
  b.addFieldInt8(5, 2, 0)
  b.addFieldOffset(6, cardOffset, 0)
  b.prep(4, 8)
  b.pad(2)
  b.writeInt16(-7)
  b.writeFloat32(1.5)
  b.addFieldStruct(7, b.offset(), 0)
  b.finish(b.endObject())
  return Buffer.from(b.asUint8Array())
}

export interface FlatbuffersServer {
  readonly port: number
  readonly queries: readonly ShopQuery[]
  /** Replaces what is answered. */
  answer: Buffer | null
}

/** A real gRPC server whose messages are FlatBuffers. Ends with the test. */
export async function flatbuffersServer(): Promise<FlatbuffersServer> {
  const queries: ShopQuery[] = []
  const running: FlatbuffersServer & { port: number } = { port: 0, queries, answer: null }
  const find: handleUnaryCall<ShopQuery, Buffer> = ({ request }, callback) => {
    queries.push(request)
    callback(null, running.answer ?? writeOrder(1n))
  }
  const watch: handleServerStreamingCall<ShopQuery, Buffer> = (call) => {
    queries.push(call.request)
    for (let id = 1; id <= call.request.limit; id += 1) call.write(writeOrder(BigInt(id)))
    call.end()
  }
  const codec = {
    requestStream: false,
    requestSerialize: (): Buffer => Buffer.alloc(0),
    requestDeserialize: readQuery,
    responseSerialize: (bytes: Buffer): Buffer => bytes,
    responseDeserialize: (bytes: Buffer): Buffer => bytes,
  }
  const server = new Server()
  server.addService(
    {
      find: { ...codec, path: '/shop.Orders/Find', responseStream: false },
      watch: { ...codec, path: '/shop.Orders/Watch', responseStream: true },
    },
    { find, watch },
  )
  running.port = await new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    )
  })
  onTestFinished(() => server.forceShutdown())
  return running
}
