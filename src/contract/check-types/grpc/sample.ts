import type { GrpcRequest } from './index.ts'

/** A request with every default. */
export const sample: { readonly request: GrpcRequest } = {
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
}
