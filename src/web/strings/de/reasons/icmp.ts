import type { SentenceCode } from '#contract/reasons'

export const icmp: Readonly<Record<SentenceCode<'icmp'>, string>> = {
  PING_ENDED_SILENT: 'Das Programm `ping` endete wortlos, bevor es ein Paket gesendet hat.',
  PING_ENDED: 'Das Programm `ping` endete, bevor es ein Paket gesendet hat, und meldete: {text}.',
  FAMILY_MISSING: 'Dieser Rechner hat kein {family}, daher ist {address} nicht erreichbar.',
  PING_REMEDY:
    'Führen Sie `sysctl -w net.ipv4.ping_group_range="0 2147483647"` aus, geben Sie dem Prozess CAP_NET_RAW, oder starten Sie ihn als root.',
  PINGS_FORBIDDEN: 'Dieser Rechner lässt den Dienst keine Pings senden, daher wurde nichts gesendet. {reason}',
  PING_NOT_STARTED: 'Das Programm `ping` konnte nicht gestartet werden ({errorCode}), daher wurde nichts gesendet.',
  PING_BY_PROCESS: 'Jede ICMP-Prüfung startet einen `ping`-Prozess, was langsam ist. {reason}',
  PING_IMPOSSIBLE: 'ICMP-Prüfungen können nicht laufen: Das System verbietet diesem Prozess Pings. {reason}',
  NO_ECHO_REPLY: 'Es kam keine Echo-Antwort, daher gibt es keine Latenz.',
  PACKETS_LOST: 'Erwartet: Paketverlust unter {limit} %. Tatsächlich: {percent} %.',
  MANY_PACKETS_LOST: 'Erwartet: Paketverlust unter {limit} % (Grenzwert für beeinträchtigt). Tatsächlich: {percent} %.',
  MACHINE_WITHOUT_PINGS: 'Der Rechner, der die Prüfungen ausführt, darf keine ICMP-Echo-Anfragen senden.',
}
