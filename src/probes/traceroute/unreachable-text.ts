import { writeReason } from '#contract/reasons'
import type { IpFamily } from '#egress'

const texts: Readonly<Record<IpFamily, Readonly<Record<string, string>>>> = {
  IPv4: {
    '3/0': writeReason('REFUSAL_NO_ROUTE_TO_NETWORK'),
    '3/1': writeReason('REFUSAL_HOST_SILENT'),
    '3/2': writeReason('REFUSAL_PROTOCOL_UNKNOWN'),
    '3/3': writeReason('REFUSAL_PORT_CLOSED'),
    '3/9': writeReason('REFUSAL_NETWORK_FORBIDDEN'),
    '3/10': writeReason('REFUSAL_HOST_FORBIDDEN'),
    '3/13': writeReason('REFUSAL_TRAFFIC_FORBIDDEN'),
  },
  IPv6: {
    '1/0': writeReason('REFUSAL_NO_ROUTE_HERE'),
    '1/1': writeReason('REFUSAL_TRAFFIC_FORBIDDEN'),
    '1/3': writeReason('REFUSAL_HOST_SILENT'),
    '1/4': writeReason('REFUSAL_PORT_CLOSED'),
    '1/5': writeReason('REFUSAL_SOURCE_FORBIDDEN'),
    '1/6': writeReason('REFUSAL_ROUTE_REJECTED'),
  },
}

/** Why a route ends at a router (RFC 792, RFC 1812, RFC 4443), as the end of a sentence. */
export function unreachableText(
  { address, icmp }: { readonly address: string; readonly icmp: string },
  family: IpFamily,
): string {
  const [type = '', code = ''] = icmp.split('/')
  return writeReason('ROUTE_END_ROUTER_ANSWERED', {
    address,
    refusal: texts[family][icmp] ?? writeReason('REFUSAL_UNREACHABLE'),
    icmpType: type,
    icmpCode: code,
  })
}
