import type { SentenceCode } from '#contract/reasons'

export const traceroute: Readonly<Record<SentenceCode<'traceroute'>, string>> = {
  DESTINATION_NOT_REACHED: 'Erwartet: eine Route zu {target}. Sie wurde mit {hops} nicht gefunden: {routeEnd}.',
  ROUTES_NEED_LINUX: 'Routen lassen sich nur von Linux auf x64 und arm64 aus finden, daher wurde nichts gesendet.',
  RULE_FORBIDS: 'Eine Regel dieses Rechners verbietet es.',
  ROUTE_REMEDY_ICMP:
    'Führen Sie `sysctl -w net.ipv4.ping_group_range="0 2147483647"` aus, geben Sie dem Prozess CAP_NET_RAW, oder wählen Sie das Protokoll TCP oder UDP, das keine Berechtigung braucht.',
  ROUTE_REMEDY_SCTP:
    'Geben Sie dem Prozess CAP_NET_RAW, oder wählen Sie das Protokoll TCP oder UDP, das keine Berechtigung braucht.',
  ROUTE_FORBIDDEN:
    'Dieser Rechner lässt den Dienst keine {protocol}-Pakete an {address} senden, daher wurde nichts gesendet. {reason}',
  LAST_HOP: 'Zuletzt hat {address} geantwortet, Hop {hop}.',
  NO_DESTINATION_LATENCY: 'Das Ziel wurde nicht erreicht, daher gibt es keine Antwortzeit.',
  NO_HOP: 'Es wurde kein Hop aufgezeichnet.',
}
