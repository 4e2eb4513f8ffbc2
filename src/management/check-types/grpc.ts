import type { Static } from 'typebox'
import type { checkTypes, GrpcConfig, GrpcRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import { rejectField } from '../reject-field.ts'

const defaultTimeoutSeconds = 60

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
/** The request of a gRPC monitor after a body. A port in digits becomes a number. */
export const grpcRequestOf = (given: GrpcInput): GrpcRequest => ({
  url: given.url,
  port: portOf(given.port),
  ipFamily: given.ipFamily ?? 'IPv4',
  skipSSL: given.skipSSL ?? false,
  timeout: given.timeout ?? defaultTimeoutSeconds,
  grpcConfig: configOf(given.grpcConfig ?? {}),
  assertions: assertionsOf(given.assertions),
})

function portOf(port: GrpcInput['port']): number | string {
  if (typeof port === 'number' || port.includes('{{')) return port
  const number = Number(port)
  return number >= 1 && number <= 65_535 ? number : rejectField('request.port', 'must be a port: 1 to 65535')
}

/** Null and an empty string mean the default. */
const configOf = (given: NonNullable<GrpcInput['grpcConfig']>): GrpcConfig => ({
  ...plainConfig,
  ...given,
  serviceDefinition: given.serviceDefinition || plainConfig.serviceDefinition,
  encoding: given.encoding || plainConfig.encoding,
})
