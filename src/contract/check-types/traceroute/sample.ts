import type { TracerouteAnswer } from './answer.ts'
import type { TracerouteRequest } from './index.ts'

/** A request with every default, and an answer to it. */
export const sample: { readonly request: TracerouteRequest; readonly answer: TracerouteAnswer } = {
  request: {
    url: 'trace.example',
    protocol: 'TCP',
    port: 443,
    ipFamily: 'IPv4',
    maxHops: 30,
    maxUnknownHops: 15,
    ptrLookup: true,
    timeout: 10,
    assertions: [],
  },
  answer: {
    hostname: 'trace.example',
    resolvedIp: '203.0.113.7',
    ipFamily: 'IPv4',
    probeProtocol: 'TCP',
    port: 443,
    maxHops: 30,
    totalHops: 2,
    destinationReached: true,
    truncationReason: 'destinationReached',
    finalHopLatency: { avg: 20, min: 10, max: 30, stdDev: 8.165 },
    hops: [
      { hop_number: 1, main_ip: null, sent: 3, received: 0, loss_percentage: 100 },
      {
        hop_number: 2,
        main_ip: '203.0.113.7',
        main_host: 'trace.example',
        sent: 3,
        received: 3,
        loss_percentage: 0,
        rtt: { last_ms: 20, avg_ms: 20, best_ms: 10, worst_ms: 30, stddev_ms: 8.165 },
      },
    ],
    timestamp: 1_767_225_600,
    timingPhases: { dns: 4, total: 120 },
  },
}
