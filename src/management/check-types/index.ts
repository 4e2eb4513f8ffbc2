import type { RequestCheckType } from '#contract'
import { dnsRequestOf } from './dns.ts'
import { grpcRequestOf } from './grpc.ts'
import { httpRequestOf } from './http.ts'
import { icmpRequestOf } from './icmp.ts'
import { sslRequestOf } from './ssl.ts'
import { tcpRequestOf } from './tcp.ts'
import { tracerouteRequestOf } from './traceroute.ts'
import type { RequestMaker } from './request-maker.ts'

/** How the request of each check type is made from a body, read in one place. A missing type does not compile. */
export const requestMakers: { readonly [T in RequestCheckType]: RequestMaker<T> } = {
  TCP: tcpRequestOf,
  DNS: dnsRequestOf,
  ICMP: icmpRequestOf,
  URL: httpRequestOf,
  API: httpRequestOf,
  SSL: sslRequestOf,
  GRPC: grpcRequestOf,
  TRACEROUTE: tracerouteRequestOf,
}
