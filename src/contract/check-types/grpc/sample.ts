import type { GrpcAnswer, GrpcRequest } from './index.ts'

/** A request with every default, and an answer to it. */
export const sample: { readonly request: GrpcRequest; readonly answer: GrpcAnswer } = {
  request: {
    url: 'grpc.example',
    port: 443,
    ipFamily: 'IPv4',
    skipSSL: false,
    timeout: 60,
    grpcConfig: {
      mode: 'HEALTH',
      tls: true,
      metadata: [],
      method: null,
      serviceDefinition: 'REFLECTION',
      protoContent: null,
      message: null,
      service: null,
      encoding: 'PROTOBUF',
      bfbsContent: null,
    },
    assertions: [],
  },
  answer: {
    grpcStatusCode: 0,
    grpcStatusMessage: '',
    healthStatus: 1,
    responseMessage: '{"status":"SERVING"}',
    metadata: [{ key: 'server', value: 'example' }],
    discoveredMethods: [],
    resolvedIp: '203.0.113.7',
    port: 443,
    grpcMethod: 'grpc.health.v1.Health/Check',
    timingPhases: { dns: 1, connect: 2, tls: 3, call: 4, total: 10 },
  },
}
