import type { TracerouteRequest } from './index.ts'

/** A request with every default. */
export const sample: { readonly request: TracerouteRequest } = {
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
}
