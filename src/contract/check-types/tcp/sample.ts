import type { TcpAnswer, TcpRequest } from './index.ts'

/** A request with every default, and an answer to it. */
export const sample: { readonly request: TcpRequest; readonly answer: TcpAnswer } = {
  request: { hostname: 'example.com', port: 25, data: null, ipFamily: 'IPv4', assertions: [] },
  answer: {
    data: '220 mail.example.com ESMTP',
    remoteAddress: '203.0.113.7',
    timingPhases: { dns: 1, connection: 2, data: 3, total: 6 },
  },
}
