/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Orders',
  request: {
    url: 'grpc.shop.example',
    port: 50051,
    grpcConfig: { method: 'shop.Orders/List', message: '{}', metadata: [{ key: 'x-team', value: '{{TEAM}}' }] },
    assertions: [{ source: 'GRPC_STATUS_CODE', comparison: 'EQUALS', target: '0' }],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    request: {
      url: 'grpc.example',
      port: 50051,
      ipFamily: 'IPv6',
      tryAllAddresses: false,
      skipSSL: true,
      timeout: 30,
      grpcConfig: {
        mode: 'BEHAVIOR',
        tls: false,
        metadata: [{ key: 'x-key', value: 'v' }],
        method: 'shop.Cart/Get',
        serviceDefinition: 'REFLECTION',
        message: '{"id":1}',
      },
      assertions: [{ source: 'GRPC_STATUS_CODE', comparison: 'EQUALS', property: '', target: '0', regex: '' }],
    },
  },
  {
    request: {
      url: 'other.example',
      port: 443,
      grpcConfig: { mode: 'HEALTH', tls: true, service: 'shop' },
      assertions: [],
    },
  },
] as const
