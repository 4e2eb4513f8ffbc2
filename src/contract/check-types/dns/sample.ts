import type { DnsAnswer, DnsRequest } from './index.ts'

/** A request with every default, and an answer to it. */
export const sample: { readonly request: DnsRequest; readonly answer: DnsAnswer } = {
  request: { query: 'example.com', recordType: 'A', nameServer: null, port: 53, protocol: 'UDP', assertions: [] },
  answer: {
    responseCode: 'NOERROR',
    text: ';; status: NOERROR\nexample.com. 300 IN A 203.0.113.7',
    json: {
      Status: 'NOERROR',
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: 'example.com.', type: 'A' }],
      Answer: [{ name: 'example.com.', type: 'A', TTL: 300, data: '203.0.113.7' }],
    },
    nameServer: '8.8.8.8',
    protocol: 'UDP',
    timingPhases: { total: 12 },
  },
}
