import type { IcmpAnswer, IcmpRequest } from './index.ts'

/** A request with every default, and an answer to it. */
export const sample: { readonly request: IcmpRequest; readonly answer: IcmpAnswer } = {
  request: { hostname: 'example.com', ipFamily: 'IPv4', pingCount: 10, assertions: [] },
  answer: {
    text: '10 packets transmitted, 10 received, 0% packet loss',
    json: {
      hostname: 'example.com',
      resolvedIp: '203.0.113.7',
      ipFamily: 'IPv4',
      pingCount: 10,
      packetsSent: 10,
      packetsReceived: 10,
      packetSize: 64,
      packetLoss: 0,
      dnsResolutionTime: 4,
      latency: { avg: 20, min: 10, max: 30, stdDev: 2 },
      pingResults: [],
    },
  },
}
