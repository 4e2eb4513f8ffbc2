/** Sentences of the service with places for what varies. A place stands for the same text in both. */
const sentences: readonly (readonly [said: string, german: string])[] = [
  [
    '{0} closed the connection before it had answered in full.',
    '{0} hat die Verbindung getrennt, bevor die Antwort vollständig war.',
  ],
  [
    'The certificate of {0} is self-signed, so nothing vouches for the host behind it.',
    'Das Zertifikat von {0} ist selbst signiert, niemand bürgt also für den Host dahinter.',
  ],
  [
    'The certificate of {0} does not lead to a trusted authority: its issuer is unknown, or an intermediate certificate is missing.',
    'Das Zertifikat von {0} führt zu keiner vertrauenswürdigen Stelle: Der Aussteller ist unbekannt, oder ein Zwischenzertifikat fehlt.',
  ],
  [
    '{0} did not answer with TLS: the port most likely speaks plain text.',
    '{0} hat nicht mit TLS geantwortet: Der Port spricht vermutlich Klartext.',
  ],
  ['{0} did not answer with valid HTTP.', '{0} hat nicht mit gültigem HTTP geantwortet.'],
  [
    'This machine has no file handle left to open another connection.',
    'Dieser Rechner hat kein Datei-Handle mehr für eine weitere Verbindung.',
  ],
  [
    '{0} refused the connection: nothing listens on this port, or a firewall rejects it.',
    '{0} hat die Verbindung abgelehnt: Auf diesem Port lauscht nichts, oder eine Firewall weist sie ab.',
  ],
  ['{0} did not answer in time.', '{0} hat nicht rechtzeitig geantwortet.'],
  ['No route leads to {0}.', 'Keine Route führt zu {0}.'],
  ['The network says that {0} is down.', 'Das Netz meldet, dass {0} nicht erreichbar ist.'],
  ['This machine has no network route to {0}.', 'Dieser Rechner hat keine Route zu {0}.'],
  ["This machine's network is down.", 'Das Netz dieses Rechners ist ausgefallen.'],
  [
    'This machine has no address or free port from which to reach {0}.',
    'Dieser Rechner hat keine Adresse und keinen freien Port, um {0} zu erreichen.',
  ],
  ['This machine does not permit a connection to {0}.', 'Dieser Rechner erlaubt keine Verbindung zu {0}.'],
  [
    'A rule of this machine forbids the connection to {0}.',
    'Eine Regel dieses Rechners verbietet die Verbindung zu {0}.',
  ],
  [
    'The certificate of {0}, or one above it, has expired.',
    'Das Zertifikat von {0} oder eines darüber ist abgelaufen.',
  ],
  ['The certificate of {0} is not valid yet.', 'Das Zertifikat von {0} ist noch nicht gültig.'],
  ['The certificate of {0} has been revoked.', 'Das Zertifikat von {0} wurde widerrufen.'],
  ['The certificate of {0} was made for other host names.', 'Das Zertifikat von {0} gilt für andere Hostnamen.'],
  [
    'The certificate of {0} comes from an authority that is not trusted here.',
    'Das Zertifikat von {0} stammt von einer Stelle, der hier nicht vertraut wird.',
  ],
  ['{0} offers only TLS versions older than 1.2.', '{0} bietet nur TLS-Versionen vor 1.2 an.'],
  ['{0} accepts none of the offered TLS versions.', '{0} akzeptiert keine der angebotenen TLS-Versionen.'],
  ['{0} refused the TLS handshake.', '{0} hat den TLS-Handshake abgelehnt.'],
  ['{0} requires a client certificate.', '{0} verlangt ein Client-Zertifikat.'],
  ['{0} knows no certificate for this host name.', '{0} hat kein Zertifikat für diesen Hostnamen.'],
  [
    '{0} speaks none of the protocols that were offered by ALPN.',
    '{0} spricht keines der über ALPN angebotenen Protokolle.',
  ],
  ['The response headers of {0} are larger than 256 KB.', 'Die Antwort-Header von {0} sind größer als 256 KB.'],
  ['The connection to {0} failed.', 'Die Verbindung zu {0} ist fehlgeschlagen.'],
  ['The TLS handshake with {0} failed.', 'Der TLS-Handshake mit {0} ist fehlgeschlagen.'],
  ['{0} did not keep to the protocol.', '{0} hat sich nicht an das Protokoll gehalten.'],
  ['The name {0} could not be resolved.', 'Der Name {0} konnte nicht aufgelöst werden.'],
  [
    'Expected a status code below {0}, but it was {1}. Set shouldFail to true if this status is what you expect.',
    'Erwartet: Statuscode unter {0}. Tatsächlich: {1}. Wenn dieser Status erwartet wird, setzen Sie „Fehlschlag der Anfrage erwarten“.',
  ],
  ['Expected a status code below {0}, but it was {1}.', 'Erwartet: Statuscode unter {0}. Tatsächlich: {1}.'],
  [
    'Expected a response in less than the degraded limit of {0} ms, but it took {1} ms.',
    'Erwartet: Antwort in weniger als {0} ms (Grenzwert für beeinträchtigt). Tatsächlich: {1} ms.',
  ],
  [
    'Expected a response in less than {0} ms, but it took {1} ms.',
    'Erwartet: Antwort in weniger als {0} ms. Tatsächlich: {1} ms.',
  ],
  [
    'Expected a response in less than {0} ms, but there was none after {1} ms.',
    'Erwartet: Antwort in weniger als {0} ms. Nach {1} ms gab es keine.',
  ],
  [
    'Expected a packet loss below the degraded limit of {0}%, but it was {1}%.',
    'Erwartet: Paketverlust unter {0} % (Grenzwert für beeinträchtigt). Tatsächlich: {1} %.',
  ],
  ['Expected a packet loss below {0}%, but it was {1}%.', 'Erwartet: Paketverlust unter {0} %. Tatsächlich: {1} %.'],
  ['Expected the response code NOERROR, but it was {0}.', 'Erwartet: Antwortcode NOERROR. Tatsächlich: {0}.'],
  ['Expected the gRPC status 0 (OK), but it was {0}.', 'Erwartet: gRPC-Status 0 (OK). Tatsächlich: {0}.'],
  ['Expected the health status SERVING, but it was {0}.', 'Erwartet: Zustand SERVING. Tatsächlich: {0}.'],
  ['Expected a certificate for {0}, but it is for {1}.', 'Erwartet: Zertifikat für {0}. Es gilt für {1}.'],
  [
    'Expected a certificate that is valid for more than {0} days, but {1} expires in {2} days.',
    'Erwartet: Zertifikat, das länger als {0} Tage gilt. {1} läuft in {2} Tagen ab.',
  ],
  [
    'Expected a ping every {0} minutes with {1} minutes of grace, but the last one arrived at {2}.',
    'Erwartet: Ping alle {0} Minuten mit {1} Minuten Toleranz. Der letzte kam {2}.',
  ],
]

const subjects: Readonly<Record<string, string>> = {
  'the status code': 'Statuscode',
  'the response time in milliseconds': 'Antwortzeit in Millisekunden',
  'the JSON body': 'JSON-Inhalt',
  'the header': 'Header',
  'the text body': 'Text-Inhalt',
  'the response data': 'Antwortdaten',
  'the response code': 'Antwortcode',
  'the text answer': 'Text-Antwort',
  'the JSON answer': 'JSON-Antwort',
  'the JSON response': 'JSON-Antwort',
  'the gRPC status code': 'gRPC-Statuscode',
  'the health status': 'Zustand',
  'the gRPC response': 'gRPC-Antwort',
  'the metadata': 'Metadaten',
  'the text response': 'Text-Antwort',
  'the number of hops': 'Anzahl der Hops',
  'the packet loss of the last hop in percent': 'Paketverlust des letzten Hops in Prozent',
}

const comparisons: Readonly<Record<string, string>> = {
  'to equal': 'ist gleich',
  'not to equal': 'ist nicht gleich',
  'to have the key': 'hat den Schlüssel',
  'not to have the key': 'hat nicht den Schlüssel',
  'to have the value': 'hat den Wert',
  'not to have the value': 'hat nicht den Wert',
  'to be empty': 'ist leer',
  'not to be empty': 'ist nicht leer',
  'to be greater than': 'ist größer als',
  'to be less than': 'ist kleiner als',
  'to contain': 'enthält',
  'not to contain': 'enthält nicht',
  'to be null': 'ist null',
  'not to be null': 'ist nicht null',
}

const anyOf = (table: Readonly<Record<string, string>>): string => Object.keys(table).join('|')
const assertion = new RegExp(
  `^Expected (${anyOf(subjects)})( at .+?| "[^"]*")?( matched by .+?)? (${anyOf(comparisons)})(?: "(.*?)")?, but (?:nothing was found|it was "(.*)")\\.$`,
  's',
)
const patterns = sentences.map(([said, german]) => [patternOf(said), german] as const)

function patternOf(said: string): RegExp {
  const escaped = said.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/\\\{\d\\\}/g, '(.+?)')}$`, 's')
}

/** A sentence of the service in German; also with the code of an error before or behind it. Any other text as it is. */
export function germanReason(message: string): string {
  const [, before = '', said = '', behind = ''] =
    /^([A-Z][A-Z0-9_]+: )?(.*?)( \([A-Z][A-Z0-9_]+\))?$/s.exec(message) ?? []
  const german = ofAssertion(said) ?? ofSentence(said)
  return german === null ? message : `${before}${german}${behind}`
}

function ofAssertion(said: string): string | null {
  const found = assertion.exec(said)
  if (found === null) return null
  const [, subject = '', property = '', , comparison = '', target, actual] = found
  const wanted = target === undefined ? '' : ` „${target}“`
  const seen = actual === undefined ? 'nichts gefunden' : `„${actual}“`
  const where = property.replace(/^ at /, ' bei ')
  return `Erwartet: ${subjects[subject] ?? subject}${where} ${comparisons[comparison] ?? comparison}${wanted}. Tatsächlich: ${seen}.`
}

function ofSentence(said: string): string | null {
  for (const [pattern, german] of patterns) {
    const found = pattern.exec(said)
    if (found) return german.replaceAll(/\{(\d)\}/g, (_place, index) => found[Number(index) + 1] ?? '')
  }
  return null
}
