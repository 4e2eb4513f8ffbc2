import protobuf from 'protobufjs'
import { expect, it } from 'vitest'
import { describeProtoFile } from './proto-file.ts'
import { encodeCall } from './schema.ts'

const proto = `
  syntax = "proto3";
  package shop;
  import "google/protobuf/struct.proto";
  import "google/protobuf/wrappers.proto";
  message Order {
    int64 id = 1;
    uint64 max_size = 2;
    repeated sint64 codes = 3;
    map<string, fixed64> totals = 4;
    Order next = 5;
    double price = 6;
    google.protobuf.Int64Value version = 7;
    google.protobuf.Struct labels = 8;
    int32 small = 9;
  }
  service Orders { rpc Find (Order) returns (Order); }
`

it('a message is sent with all digits of its 64-bit integers, as another decoder reads it', () => {
  const message =
    '{"id":9007199254740993,"max_size":18446744073709551615,"codes":[-9007199254740993,1],' +
    '"totals":{"a":9007199254740995},"next":{"id":"9007199254740997","maxSize":9007199254740999},' +
    '"price":0.12345678901234567890,"version":9007199254740993,"labels":{"id":9007199254740993},"small":7}'
  const { request } = encodeCall([describeProtoFile(proto)], { service: 'shop.Orders', method: 'Find' }, message)
  const type = protobuf
    .parse(proto, { keepCase: true })
    .root.addJSON(protobuf.common.get('google/protobuf/struct.proto')?.nested ?? {})
  type.addJSON(protobuf.common.get('google/protobuf/wrappers.proto')?.nested ?? {})
  const order = protobuf.Root.fromJSON(type.toJSON()).lookupType('shop.Order')
  expect(order.toObject(order.decode(request), { longs: String })).toMatchObject({
    id: '9007199254740993',
    max_size: '18446744073709551615',
    codes: ['-9007199254740993', '1'],
    totals: { a: '9007199254740995' },
    next: { id: '9007199254740997', max_size: '9007199254740999' },
    price: 0.12345678901234568,
    version: { value: '9007199254740993' },
    labels: { fields: { id: { numberValue: 9_007_199_254_740_992 } } },
    small: 7,
  })
})

it.each([
  ['{"id":9223372036854775808}', /id/],
  ['{"id":12345678901234567.5}', /id/],
  ['{"small":12345678901234567890}', /small/],
])('a number that does not fit its field is refused: %s', (message, problem) => {
  const call = () => encodeCall([describeProtoFile(proto)], { service: 'shop.Orders', method: 'Find' }, message)
  expect(call).toThrow(problem)
})
