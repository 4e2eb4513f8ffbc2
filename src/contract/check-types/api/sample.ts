import type { HttpAnswer, HttpRequest } from './index.ts'

/** A request with every default, and an answer to it. */
export const sample: { readonly request: HttpRequest; readonly answer: HttpAnswer } = {
  request: {
    method: 'GET',
    url: 'https://example.com/orders',
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    body: '',
    bodyType: 'NONE',
    headers: [],
    queryParameters: [],
    basicAuth: null,
    assertions: [],
  },
  answer: {
    status: 200,
    statusText: 'OK',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"items":[{"id":1},{"id":5},{"id":2}],"name":"orders"}',
    bodyTruncated: false,
    finalUrl: 'https://example.com/orders',
    remoteAddress: '203.0.113.7',
    timings: { socket: 1, lookup: 2, connect: 3, secureConnect: 4, response: 5, end: 6 },
    timingPhases: { wait: 1, dns: 1, tcp: 1, tls: 1, firstByte: 1, download: 1, total: 6 },
  },
}
