import { expect, it } from 'vitest'
import { TRACEROUTE } from './traceroute.ts'

const hop = (number: number, address: string | null, loss: number) => ({
  hop_number: number,
  main_ip: address,
  loss_percentage: loss,
  ...(address !== null && { main_host: `r${number}.example`, rtt: { avg_ms: number } }),
})

it('reads the hops, the address and the loss of the last hop of a stored route', () => {
  const saw = {
    timingPhases: { dns: 1, total: 20 },
    response: { resolvedIp: '203.0.113.7', hops: [hop(1, '192.0.2.1', 0), hop(2, null, 100)] },
  }
  expect(TRACEROUTE.evidenceOf(saw)).toEqual({
    bodyExcerpt: '1 192.0.2.1 (r1.example) 1 ms\n2 no answer',
    phases: { dns: 1, total: 20 },
    remoteAddress: '203.0.113.7',
    packetLoss: 100,
  })
})

it('reads nothing of results of another shape', () => {
  expect(TRACEROUTE.evidenceOf({ response: null })).toMatchObject({ bodyExcerpt: null, packetLoss: null })
})
