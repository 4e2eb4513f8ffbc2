import type { Static } from 'typebox'
import type { checkTypes, GrpcConfig, GrpcRequest } from '#contract'
import { assertionsOf } from './assertions-of-input.ts'
import { refuse } from '../refuse.ts'

type GrpcInput = Static<(typeof checkTypes)['GRPC']['request']>

const plainConfig: GrpcConfig = {
  mode: 'BEHAVIOR',
  tls: true,
  metadata: [],
  method: null,
  serviceDefinition: 'REFLECTION',
  protoContent: null,
  message: null,
  service: null,
  encoding: 'PROTOBUF',
  bfbsContent: null,
}
const plainRequest: GrpcRequest = {
  url: '',
  port: 443,
  ipFamily: 'IPv4',
  skipSSL: false,
  timeout: 60,
  grpcConfig: plainConfig,
  assertions: [],
}

/** The request of a gRPC monitor after a body. A port in digits becomes a number. */
export const grpcRequestOf = (given: GrpcInput, current: GrpcRequest = plainRequest): GrpcRequest => ({
  url: given.url,
  port: portOf(given.port),
  ipFamily: given.ipFamily ?? current.ipFamily,
  skipSSL: given.skipSSL ?? current.skipSSL,
  timeout: given.timeout ?? current.timeout,
  grpcConfig: configOf(given.grpcConfig ?? {}, current.grpcConfig),
  assertions: assertionsOf(given.assertions, current.assertions),
})

function portOf(port: GrpcInput['port']): number | string {
  if (typeof port === 'number' || port.includes('{{')) return port
  const number = Number(port)
  return number >= 1 && number <= 65_535 ? number : refuse('request.port', 'must be a port: 1 to 65535')
}

const configOf = (given: NonNullable<GrpcInput['grpcConfig']>, current: GrpcConfig): GrpcConfig => ({
  ...current,
  ...given,
  serviceDefinition: chosen(given.serviceDefinition, current.serviceDefinition, plainConfig.serviceDefinition),
  encoding: chosen(given.encoding, current.encoding, plainConfig.encoding),
})

/** Absent keeps; null and an empty text go back to the default. */
function chosen<T extends string>(given: T | '' | null | undefined, current: T, plain: T): T {
  return given === undefined ? current : given || plain
}
