import type { FormatName, RuleName, RuleParameters } from '#contract'
import { expectedTexts } from './expected-texts.ts'

/** Sentences that follow the name of a field, by the violated rule. */
export const problems: { readonly [R in RuleName]: (parameters: RuleParameters[R]) => string } = {
  required: () => 'fehlt: hier ist eine Angabe nötig',
  type: ({ types }) => `muss ${listed(types.map((type) => typeNames[type] ?? type))} sein`,
  enum: ({ allowed }) =>
    allowed.length === 1
      ? `muss ${String(allowed[0])} sein`
      : `muss eines davon sein: ${allowed.map(String).join(', ')}`,
  minimum: ({ limit }) => `muss mindestens ${number(limit)} sein`,
  maximum: ({ limit }) => `darf höchstens ${number(limit)} sein`,
  exclusiveMinimum: ({ limit }) => `muss größer als ${number(limit)} sein`,
  exclusiveMaximum: ({ limit }) => `muss kleiner als ${number(limit)} sein`,
  multipleOf: ({ limit }) => `muss ein Vielfaches von ${number(limit)} sein`,
  range: ({ minimum, maximum }) => `muss von ${number(minimum)} bis ${number(maximum)} sein`,
  minLength: ({ limit }) => (limit === 1 ? 'darf nicht leer sein' : `muss mindestens ${number(limit)} Zeichen haben`),
  maxLength: ({ limit }) => `darf höchstens ${number(limit)} Zeichen haben`,
  minItems: ({ limit }) => `muss mindestens ${entries(limit)} haben`,
  maxItems: ({ limit }) => `darf höchstens ${entries(limit)} haben`,
  minProperties: ({ limit }) => `muss mindestens ${fields(limit)} haben`,
  maxProperties: ({ limit }) => `darf höchstens ${fields(limit)} haben`,
  uniqueItems: () => 'darf nichts doppelt enthalten',
  format: ({ format }) => formats[format],
  pattern: ({ expected }) => expectedTexts[expected ?? ''] ?? 'hat nicht die nötige Form',
  anyOf: () => 'hat keine der möglichen Formen',
  unknownName: ({ suggestion }) =>
    suggestion === null ? 'gibt es hier nicht' : `gibt es hier nicht. Meinten Sie ${suggestion}?`,
  maxDepth: ({ limit }) => `darf höchstens ${number(limit)} Ebenen tief verschachtelt sein`,
  maxValues: ({ limit }) => `darf höchstens ${number(limit)} Werte haben`,
  storableText: () => 'darf weder das Zeichen U+0000 noch halbe Ersatzzeichenpaare enthalten',
  jsonSchema: ({ detail }) => `passt nicht in ein JSON Schema: ${detail}`,
  jsonPath: ({ detail }) => `ist kein gültiger JSONPath: ${detail}`,
  regularExpression: ({ detail }) => `ist kein gültiger regulärer Ausdruck: ${detail}`,
  schedule: ({ detail }) => `ist kein möglicher Zeitplan: ${detail}`,
  template: ({ detail }) => `lässt sich als Vorlage nicht lesen: ${detail}`,
  empty: () => 'muss hier leer bleiben',
  notAbove: ({ field }) => `darf nicht größer als ${limits[field] ?? field} sein`,
  notBefore: ({ field }) => `darf nicht vor ${field} liegen`,
  after: ({ field }) => `muss nach ${field} liegen`,
  withinCycle: ({ field }) => `darf nicht nach der nächsten Wiederholung von ${field} liegen`,
  exactlyOne: (given) => `geht so nicht: nötig ist genau eines von ${given.fields.join(' und ')}`,
  needs: (given) => `braucht auch ${listed(given.fields)}`,
  duration: ({ minimumSeconds, maximumSeconds }) =>
    `muss ${time(minimumSeconds)} bis ${time(maximumSeconds)} lang sein`,
  queryParameter: ({ name }) => `braucht den Parameter ${name}, wenn es keine Vorlage gibt`,
  reference: ({ value }) => `nennt ${value}, das es in diesem Konto nicht gibt`,
  unused: () => 'ist schon vergeben',
  keyOfCertificate: () => 'ist nicht der Schlüssel des Zertifikats',
  passphraseOfKey: () => 'entschlüsselt den Schlüssel nicht',
}

export const formats: { readonly [F in FormatName]: string } = {
  certificate: 'muss ein lesbares Zertifikat in PEM sein, ohne privaten Schlüssel: -----BEGIN CERTIFICATE-----',
  date: 'muss ein Datum sein, zum Beispiel 2026-12-31',
  'date-time': 'muss Datum und Uhrzeit von 1970 bis 9999 sein, zum Beispiel 2026-12-31T08:00:00Z',
  'domain-name': 'muss ein Domainname sein, der nicht der Dienst selbst ist, zum Beispiel status.example.com',
  'grpc-method': 'muss die Form package.Service/Method haben, zum Beispiel shop.Orders/List',
  'header-name': 'ist kein gültiger Name eines Headers',
  instant: 'muss aus Unix-Sekunden bestehen, oder aus Datum und Uhrzeit nach ISO 8601',
  json: 'muss gültiges JSON sein, zum Beispiel {"id": 1}',
  'metadata-key': 'darf nur Buchstaben, Ziffern, Unterstriche, Bindestriche und Punkte enthalten',
  'metadata-text':
    'darf nur druckbares ASCII enthalten; andere Bytes als Base64 unter einem Schlüssel, der auf -bin endet',
  'metadata-base64': 'muss Base64 sein, weil der Schlüssel auf -bin endet',
  'private-key': 'muss ein privater Schlüssel in PEM sein: -----BEGIN PRIVATE KEY-----',
  'public-key': 'ist kein öffentlicher Schlüssel der Kurve P-256',
  'proxy-url': 'muss die Form <Schema>://<Name>:<Passwort>@<Host>:<Port> haben, mit http oder https',
  'time-zone': 'muss der IANA-Name einer Zeitzone sein, zum Beispiel Europe/Berlin',
  uuid: 'muss eine UUID sein',
  'web-url': 'muss eine gültige URL sein, zum Beispiel https://www.example.com/',
}

const limits: Readonly<Record<string, string>> = {
  maxResponseTime: 'die Grenze für „fehlerhaft“',
  maxPacketLossThreshold: 'die Grenze für „fehlerhaft“',
  'windowBasedEscalation.runs': 'die Zahl der betrachteten Läufe',
}

const typeNames: Readonly<Record<string, string>> = {
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  string: 'ein Text',
  boolean: 'true oder false',
  array: 'eine Liste',
  object: 'ein Objekt',
  null: 'null',
}

const number = (value: number): string => value.toLocaleString('de-DE', { maximumSignificantDigits: 15 })
const listed = (names: readonly string[]): string => names.join(' oder ')
const entries = (count: number): string => (count === 1 ? 'einen Eintrag' : `${number(count)} Einträge`)
const fields = (count: number): string => (count === 1 ? 'ein Feld' : `${number(count)} Felder`)

const daySeconds = 86_400
const time = (seconds: number): string =>
  seconds > 0 && seconds % daySeconds === 0 ? `${number(seconds / daySeconds)} Tage` : `${number(seconds)} Sekunden`
